import { expect, test } from 'vitest'
import {
  listClassNames,
  listDuplicateFunctions,
  listDuplicateTypes,
  listFilesOfOneImporter,
  listImportCycles,
  listOtherBreakpoints,
  listSmallFiles
} from './metrics.ts'

const value = (target: string) => ({ target, isTypeOnly: false })

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

test('a script under 60 lines with one importer is counted, one of two importers or 60 lines is not', () => {
  const sources = new Map([
    ['one.ts', 'a\n'],
    ['two.ts', 'a\n'],
    ['long.ts', 'a\n'.repeat(60)]
  ])
  const imports = new Map([
    ['a.ts', ['one.ts', 'one.ts', 'two.ts', 'long.ts'].map(value)],
    ['b.ts', ['two.ts'].map(value)]
  ])
  expect(listFilesOfOneImporter(sources, imports)).toEqual(['one.ts'])
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

test('a media query is at one of the four breakpoints, written as a range', () => {
  const allowed = '@media print {} @media (48rem <= width < 80rem) {} @media (width < 30rem) {}'
  const others = ['@media (width < 40rem) ', '@media (width >= 768px) ', '@media (min-width: 48rem) ']
  expect(listOtherBreakpoints([allowed, ...others.map((query) => `${query}{}`)])).toEqual(others)
})
