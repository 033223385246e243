import { expect, test } from 'vitest'
import { findDuplicateTypes, listSmallFiles, shareInside } from './metrics.ts'

test('a file under 25 lines is small unless it is a route', () => {
  const [short, long] = ['a\n'.repeat(24), 'a\n'.repeat(25)]
  const sources = new Map([
    ['site/lib/short.ts', short],
    ['site/lib/long.ts', long],
    ['site/pages/about.astro', short]
  ])
  expect(listSmallFiles(sources)).toEqual(['site/lib/short.ts'])
})

test('a type name is a duplicate if two files declare and export it', () => {
  const sources = new Map([
    ['a.ts', 'export type Range = number\nexport class Blog {}\ntype Local = 1\n'],
    ['b.ts', "export interface Range { low: 1 }\nexport type { Blog } from 'a'\nexport type Local = 2\n"]
  ])
  expect([...findDuplicateTypes(sources)]).toEqual([['Range', ['a.ts', 'b.ts']]])
})

test('imports of foundations by other modules are not counted, nor are packages', () => {
  const value = (target: string) => ({ target, isTypeOnly: false })
  const imports = new Map([
    ['site/fund/Page.tsx', ['site/fund/Chart.tsx', 'site/lib/days.ts', 'npm:react'].map(value)],
    ['site/fund/Chart.tsx', ['site/fund/axis.ts', 'site/search/find.ts'].map(value)],
    ['site/lib/days.ts', ['site/lib/format.ts'].map(value)]
  ])
  expect(shareInside(imports)).toBe(3 / 4)
})
