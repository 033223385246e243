import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Message } from './wire.ts'

const longestCode = 40

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens do not count. */
export const SecondFactorCode = z
  .string('The code is required')
  .check(z.minLength(1, 'The code is required'), z.maxLength(longestCode, 'The code is too long'))

export const readSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/admin/second-factor',
  access: 'admin',
  input: z.object({}),
  output: z.object({ is_on: z.boolean(), recovery_codes_left: z.number() })
})

/** Makes a secret for the app. It counts for nothing before a code made with it is confirmed; a new one replaces it. */
export const beginSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/second-factor',
  access: 'admin',
  input: z.object({}),
  /** `uri` is otpauth://, as apps read it; `secret` is its key in base32, to be typed. */
  output: z.object({ uri: z.string(), secret: z.string() })
})

/** From now on a login needs a code. The recovery codes are shown this once. */
export const confirmSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/second-factor/confirm',
  access: 'admin',
  input: z.object({ code: SecondFactorCode }),
  output: z.object({ recovery_codes: z.array(z.string()) })
})

/** Takes the password, a code of the app or a recovery code: a session left open is not enough. */
export const endSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/admin/second-factor/off',
  access: 'admin',
  input: z.object({
    proof: z
      .string('Your password or a code is required')
      .check(z.minLength(1, 'Your password or a code is required'), z.maxLength(1000, 'That is too long'))
  }),
  output: Message
})
