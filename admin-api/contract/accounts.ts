import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { Message } from './fields.ts'

const longestCode = 40

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens are ignored. */
const SecondFactorCode = z
  .string('The code is required')
  .check(z.minLength(1, 'The code is required'), z.maxLength(longestCode, 'The code is too long'))

export const readSecondFactor = defineEndpoint('admin', 'GET', '/api/admin/second-factor', {
  output: z.object({ is_on: z.boolean(), recovery_codes_left: z.number() })
})

/** Characters of an admin password. */
export const passwordLength = { least: 10, most: 1000 } as const

const Password = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(passwordLength.most, 'The password is too long'))

/** Replaces the password and ends all other sessions. Needs the current one, in case a session was left open. */
export const changePassword = defineAction('PUT', '/api/admin/password', {
  password: Password,
  new_password: z
    .string('The new password is required')
    .check(
      z.minLength(
        passwordLength.least,
        `The new password must have at least ${passwordLength.least} characters`
      ),
      z.maxLength(passwordLength.most, 'The new password is too long')
    )
})

/**
 * Creates a secret for the app. It takes effect when a code made with it is confirmed; a new one replaces it. Needs the
 * password, in case a session was left open.
 */
export const beginSecondFactor = defineEndpoint('admin', 'POST', '/api/admin/second-factor', {
  input: z.object({ password: Password }),
  /** `uri` is an otpauth:// address for apps; `secret` is its key in base32, to be typed. */
  output: z.object({ uri: z.string(), secret: z.string() })
})

/** Turns the second factor on and ends all other sessions. The recovery codes are returned only here. */
export const confirmSecondFactor = defineEndpoint('admin', 'POST', '/api/admin/second-factor/confirm', {
  input: z.object({ code: SecondFactorCode }),
  output: z.object({ recovery_codes: z.array(z.string()) })
})

/** Turns the second factor off. Needs the password, a code or a recovery code, in case a session was left open. */
export const endSecondFactor = defineAction('POST', '/api/admin/second-factor/off', {
  proof: z
    .string('Your password or a code is required')
    .check(z.minLength(1, 'Your password or a code is required'), z.maxLength(1000, 'That is too long'))
})

/** With a second factor, the right password without a valid code is rejected with `code-needed`. */
export const logIn = defineEndpoint('public', 'POST', '/api/auth/login', {
  input: z.object({
    password: Password,
    code: z.optional(SecondFactorCode)
  }),
  output: Message
})

/** Ends the session; succeeds without one, too. */
export const logOut = defineEndpoint('public', 'POST', '/api/auth/logout', { output: Message })
