import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { SecondFactorCode } from './second-factor.ts'
import { Message } from './wire.ts'

/** With a second factor, the right password without a right code is refused with the code `code-needed`. */
export const logIn = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  input: z.object({
    password: z
      .string('Password is required')
      .check(z.minLength(1, 'Password is required'), z.maxLength(1000, 'The password is too long')),
    code: z.optional(SecondFactorCode)
  }),
  output: Message
})

/** Answers the same with and without a session: afterwards there is none. */
export const logOut = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'public',
  input: z.object({}),
  output: Message
})
