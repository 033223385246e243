import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'

const longestAddress = 500

/**
 * Whether this is an address that pages may link to and name in their content security policy: https, without a user, and
 * with a host of letters, digits, dots and hyphens, because a semicolon would end a directive.
 */
function isFormAddress(text: string): boolean {
  if (text.length > longestAddress || /[\s"'<>\\`]/.test(text)) return false
  const url = URL.parse(text)
  return (
    url !== null &&
    url.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    /^(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?$/.test(url.host)
  )
}

/** An external mailing list; an empty `url`: none. */
export const MailingList = z.object({
  /** Address of its page, or of what its form sends to. */
  url: z.string('url must be text').check(
    z.trim(),
    z.refine(
      (text) => text === '' || isFormAddress(text),
      'Enter the complete address of the form, beginning with https://, or leave the field empty for none.'
    )
  ),
  /** Name of the form's e-mail field; empty: visitors get a link to the address instead of a form. */
  field: z
    .string('field must be text')
    .check(
      z.trim(),
      z.regex(
        /^(?:[A-Za-z][\w.[\]-]{0,59})?$/,
        'Enter the name of the form’s e-mail field, such as email, or leave the field empty for a link.'
      )
    )
})
export type MailingList = z.infer<typeof MailingList>

export const readMailingList = defineEndpoint('admin', 'GET', '/api/admin/system/mailing-list', {
  output: MailingList
})

export const saveMailingList = defineAction('PUT', '/api/admin/system/mailing-list', MailingList.shape)

/** Origin that a page's form may send to, for its policy; null for a link or no list. */
export function formOriginOf(list: MailingList | null): string | null {
  return list === null || list.field === '' ? null : new URL(list.url).origin
}
