import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatNotices, noticesFile, readNotices } from './list-notices.ts'

/** Licenses of packages that an MIT-licensed program may contain or link to. */
const allowed =
  /^(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|OFL-1\.1|Python-2\.0|MPL-2\.0|LGPL-3\.0-or-later)$/

test('the list of packages that ship is the one of the lock file', () => {
  // After a change of dependencies: npm run notices
  expect(readFileSync(noticesFile, 'utf8')).toBe(formatNotices(readNotices()))
})

test('packages have licenses under which they may be passed on', () => {
  const licenses = readNotices().flatMap(({ name, license }) =>
    license
      .replace(/[()]/g, '')
      .split(/ AND | OR /)
      .map((id) => ({ name, id }))
  )
  expect(licenses.filter(({ id }) => !allowed.test(id) && id !== 'AFL-2.1')).toEqual([])
})

test('a package is listed with its copyright', () => {
  expect(readFileSync(noticesFile, 'utf8')).toMatch(/^- react \d+\.\d+\.\d+; Copyright \(c\) Meta Platforms/m)
})
