import { expect, test } from 'vitest'
import { hashPassword, isPassword, makePassword } from './password.ts'

test('a hash names its own cost, is never the same twice, and fits only its password', async () => {
  const [one, two] = await Promise.all([hashPassword('pieces of eight'), hashPassword('pieces of eight')])
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(two)
  expect(await isPassword('pieces of eight', one)).toBe(true)
  expect(await isPassword('pieces of nine', one)).toBe(false)
})

test('a letter with an accent is the same however the keyboard makes it', async () => {
  const stored = await hashPassword('trésor')
  expect(await isPassword('tre\u0301sor', stored)).toBe(true)
})

test('a stored text of another form is a fault, not a wrong password', async () => {
  await expect(isPassword('x', 'bcrypt$10$x')).rejects.toThrow('needs the form scrypt$..., got bcrypt$...')
})

test('a made password can be read aloud, and is another one each time', () => {
  const made = Array.from({ length: 100 }, makePassword)
  for (const password of made) {
    expect(password).toMatch(/^(?:[bcdfghjkmnprstvwz][aeiou][bcdfghjkmnprstvwz]-?){5}(?<!-)$/)
  }
  expect(new Set(made).size).toBe(100)
})
