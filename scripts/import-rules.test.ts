import { expect, test } from 'vitest'
import { findForbiddenImports } from './import-rules.ts'

function value(target: string) {
  return { target, isTypeOnly: false }
}

test('a module imports itself and modules listed before it', () => {
  const file = 'admin-api/estimates/derive-figures.ts'
  expect(findForbiddenImports(file, [value('admin-api/estimates/estimates.db.ts')])).toEqual([])
  expect(findForbiddenImports(file, [value('admin-api/payments/payments.db.ts')])).toEqual([])
  expect(findForbiddenImports(file, [value('admin-api/blog/blog.db.ts')])).toEqual([
    expect.stringContaining('admin-api/estimates comes before admin-api/blog')
  ])
})

test('types count, too, and so do imports of a test', () => {
  const target = 'admin-api/blog/blog.db.ts'
  expect(findForbiddenImports('admin-api/funds/x.ts', [{ target, isTypeOnly: true }])).toHaveLength(1)
  expect(findForbiddenImports('admin-api/funds/x.test.ts', [value(target)])).toHaveLength(1)
})

test('the files directly in admin-api compose every server module', () => {
  expect(findForbiddenImports('admin-api/app.ts', [value('admin-api/blog/blog.routes.ts')])).toEqual([])
  expect(findForbiddenImports('admin-api/blog/blog.routes.ts', [value('admin-api/app.ts')])).toHaveLength(1)
})

test('the site imports the contract and pure server modules, its tests any module', () => {
  const file = 'site/fund/Estimate.tsx'
  expect(findForbiddenImports(file, [value('admin-api/returns/growth.ts')])).toEqual([])
  expect(findForbiddenImports(file, [value('admin-api/payments/payments.db.ts')])).toHaveLength(1)
  expect(findForbiddenImports('site/fund/x.test.ts', [value('admin-api/payments/payments.db.ts')])).toEqual(
    []
  )
  const page = { target: 'admin-api/pages/funds.pages.ts', isTypeOnly: true }
  for (const module of ['fund', 'pages', 'share-images'])
    expect(findForbiddenImports(`site/${module}/x.ts`, [page])).toHaveLength(1)
})

test.each(['next-dates', 'ex-date-range', 'monthly-pattern'])(
  'only modules that decide or repair days import %s; all others read the list of coming payments',
  (name) => {
    const target = value(`admin-api/market-days/${name}.ts`)
    expect(findForbiddenImports('admin-api/estimates/coming-payments.ts', [target])).toEqual([])
    for (const file of ['site/portfolio/positions/x.ts', 'admin-api/calendar/x.ts', 'admin-api/pages/x.ts'])
      expect(findForbiddenImports(file, [target])).toEqual([expect.stringContaining('read the list of')])
  }
)

test.each(['admin-api/testing/make.ts', 'site/testing/fake-server.ts', 'admin-api/config.test.ts'])(
  'only tests and commands import %s',
  (target) => {
    expect(findForbiddenImports('admin-api/open-service.ts', [value(target)])).toHaveLength(1)
    expect(findForbiddenImports('admin-api/app.test.ts', [value(target)])).toEqual([])
    expect(findForbiddenImports('scripts/bench.ts', [value(target)])).toEqual([])
  }
)

test('a pure module imports no package', () => {
  expect(findForbiddenImports('admin-api/returns/x.ts', [value('node:fs')])).toHaveLength(1)
  expect(findForbiddenImports('admin-api/returns/x.ts', [value('npm:p-limit')])).toHaveLength(1)
})

test('a package is allowed by its full name, not by a prefix of it', () => {
  const file = 'admin-api/contract/stock.ts'
  expect(findForbiddenImports(file, [value('npm:zod/mini')])).toEqual([])
  expect(findForbiddenImports(file, [value('npm:zod')])).toHaveLength(1)
})

test('a file outside of all modules is reported', () => {
  expect(findForbiddenImports('elsewhere/file.ts', [])).toHaveLength(1)
})
