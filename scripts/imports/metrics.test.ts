import { expect, test } from 'vitest'
import {
  countTokens,
  countTokensByModule,
  listClassNames,
  listDerivedTypes,
  listDuplicateFunctions,
  listDuplicateTypes,
  listImportCycles,
  listLongFiles,
  listOtherBreakpoints
} from './metrics.ts'

const value = (target: string) => ({ target, isTypeOnly: false })

test('tokens are words, numbers and signs; line breaks and indentation are none', () => {
  expect(countTokens('const rate = 0.25')).toBe(6)
  expect(countTokens('const  rate\n  = 0.25\n')).toBe(6)
})

test('tokens are summed by module, the largest first', () => {
  const sources = new Map([
    ['a/one.ts', 'x'],
    ['b/two.ts', 'x + y'],
    ['a/three.svg', '<g/>']
  ])
  expect([...countTokensByModule(sources, (file) => file.charAt(0))]).toEqual([
    ['a', 5],
    ['b', 3]
  ])
})

test('a file is long above 300 lines unless it is a migration', () => {
  const [fits, long] = ['a\n'.repeat(300), 'a\n'.repeat(301)]
  const sources = new Map([
    ['fits.ts', fits],
    ['long.ts', long],
    ['database/migrations/long.ts', long]
  ])
  expect(listLongFiles(sources)).toEqual(['long.ts'])
})

test('a type is derived if it is what a function returns', () => {
  const source = `export type Page = Awaited<ReturnType<typeof load>>
type Local = ReturnType<typeof load>
export type Row = { day: string }
export type Model = ReturnType<typeof build>[number]`
  expect(listDerivedTypes(new Map([['a.ts', source]]))).toEqual(['Page: a.ts', 'Model: a.ts'])
})

test('a type name is a duplicate if two files declare and export it', () => {
  const sources = new Map([
    ['a.ts', 'export type Range = number\nexport class Blog {}\ntype Local = 1\n'],
    ['b.ts', "export interface Range { low: 1 }\nexport type { Blog } from 'a'\nexport type Local = 2\n"]
  ])
  expect(listDuplicateTypes(sources)).toEqual(['Range: a.ts, b.ts'])
})

test('a function is a duplicate if two scripts besides routes declare and export it', () => {
  const sources = new Map([
    ['a.ts', 'export function read() {}\nexport async function write() {}\nfunction local() {}\n'],
    ['b.tsx', 'export function write() {}\nexport function local() {}\n'],
    ['site/pages/c.ts', 'export function read() {}\n']
  ])
  expect(listDuplicateFunctions(sources)).toEqual(['write: a.ts, b.tsx'])
})

test('a cycle is found whatever file it is reached from; two ways to a file are none', () => {
  const importsOf = (files: Record<string, string[]>) =>
    new Map(Object.entries(files).map(([file, targets]) => [file, targets.map(value)]))
  expect(listImportCycles(importsOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['npm:zod'] }))).toEqual([])
  expect(listImportCycles(importsOf({ a: ['b'], b: ['c', 'd'], c: ['b'], d: ['d'] }))).toEqual([
    'b > c > b',
    'd > d'
  ])
})

test('class names are those of selectors, each once', () => {
  const styles = ['/* .old */ .card:hover,\n.card__head.is-open { width: 1.5em; }', '.card { color: red; }']
  expect(listClassNames(styles)).toEqual(['.card', '.card__head', '.is-open'])
})

test('a media query is at one of the breakpoints or 640 px, written as a range', () => {
  const allowed =
    '@media print {} @media (width < 40rem) {} @media (48rem <= width < 80rem) {} @media (width < 30rem) {}'
  const others = ['@media (width < 41rem) ', '@media (width >= 768px) ', '@media (min-width: 48rem) ']
  expect(listOtherBreakpoints([allowed, ...others.map((query) => `${query}{}`)])).toEqual(others)
})
