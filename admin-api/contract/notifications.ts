import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Ticker } from './stock.ts'

/** Page on which visitors choose, review and end notifications. */
export const notificationsPath = '/notifications'

export const maxNotifiedFunds = 100

const longestEndpoint = 1000
const Endpoint = z.url('endpoint must be an address').check(z.maxLength(longestEndpoint))
/** Length limits of base64url keys: 65 and 16 bytes. */
const Key = (name: string, length: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), `${name} is not a key of a browser`))

/** Only the browser itself knows its secret, so it serves as the key to the subscription. */
const Identity = { endpoint: Endpoint, auth: Key('auth', 22) }

const Choice = {
  funds: z
    .array(Ticker)
    .check(
      z.minLength(1, 'Choose at least one fund.'),
      z.maxLength(maxNotifiedFunds, `Choose at most ${maxNotifiedFunds} funds.`)
    ),
  declared: z.boolean('declared must be true or false'),
  own_by: z.boolean('own_by must be true or false'),
  notices: z._default(z.boolean('notices must be true or false'), false)
}

/** The key that browsers need to subscribe. */
export const readPushKey = defineEndpoint('public', 'GET', '/api/notifications/key', {
  output: z.object({ public_key: z.string() })
})

/** Adds or changes the subscription of a browser. */
export const subscribe = defineEndpoint('public', 'POST', '/api/notifications/subscribe', {
  input: z.object({ ...Identity, p256dh: Key('p256dh', 87), ...Choice }),
  output: z.object({ message: z.string(), funds: z.array(z.string()) })
})

/** Subscription of a browser; null if it has none. */
export const readSubscription = defineEndpoint('public', 'POST', '/api/notifications/read', {
  input: z.object(Identity),
  output: z.object({
    subscription: z.nullable(
      z.object({
        funds: z.array(z.string()),
        declared: z.boolean(),
        own_by: z.boolean(),
        notices: z.boolean()
      })
    )
  })
})

export const endSubscription = defineEndpoint('public', 'POST', '/api/notifications/end', {
  input: z.object(Identity),
  output: z.object({ message: z.string() })
})
