import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atMost } from './at-most.ts'
import { hashPassword, isPassword, makePassword } from './password.ts'

test('a hash tells its own cost, is never the same twice, and knows only its password', async () => {
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

test('no more than two run at once, in the order they came, and one that fails makes room', async () => {
  const run = atMost(2)
  const began: number[] = []
  let [running, most] = [0, 0]
  const jobs = [0, 1, 2, 3, 4, 5].map((job) =>
    run(async () => {
      began.push(job)
      running += 1
      most = Math.max(most, running)
      await setTimeout(1)
      running -= 1
      if (job === 1) throw new Error('sunk')
      return job
    })
  )
  const outcomes = await Promise.allSettled(jobs)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true])
  expect([most, began]).toEqual([2, [0, 1, 2, 3, 4, 5]])
})
