import { expect, test } from 'vitest'
import { breachesOf } from './breaches.ts'

const estimates = 'admin-api/features/estimates/refresh-estimates.ts'

function value(target: string) {
  return { target, isTypeOnly: false }
}

test('a feature may use its own folder and may not know another', () => {
  expect(breachesOf(estimates, [value('admin-api/features/estimates/estimates.db.ts')])).toEqual([])
  expect(breachesOf(estimates, [value('admin-api/features/blog/blog.db.ts')])).toEqual([
    expect.stringContaining('a feature can be deleted with one folder and one line')
  ])
})

test('an answer may know what a row is, and may not read one', () => {
  const schema = 'admin-api/db/schema.ts'
  expect(breachesOf('admin-api/wire/format.ts', [{ target: schema, isTypeOnly: true }])).toEqual([])
  expect(breachesOf('admin-api/wire/format.ts', [value(schema)])).toHaveLength(1)
})

test.each(['admin-api/testing/make.ts', 'site/testing/fake-server.ts', 'admin-api/config.test.ts'])(
  'only tests and commands import %s',
  (rig) => {
    expect(breachesOf('admin-api/open-service.ts', [value(rig)])).toHaveLength(1)
    expect(breachesOf('admin-api/app.test.ts', [value(rig)])).toEqual([])
    expect(breachesOf('scripts/bench.ts', [value(rig)])).toEqual([])
  }
)

test('a package is allowed by its name and not by the beginning of it', () => {
  const schema = 'admin-api/contract/stock.ts'
  expect(breachesOf(schema, [value('npm:zod/mini')])).toEqual([])
  expect(breachesOf(schema, [value('npm:zod')])).toHaveLength(1)
})

test('a file that no rule covers is named', () => {
  expect(breachesOf('elsewhere/file.ts', [])).toHaveLength(1)
})
