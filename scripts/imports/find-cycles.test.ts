import { expect, test } from 'vitest'
import { findCycles } from './find-cycles.ts'

function graph(edges: Record<string, string[]>): Map<string, string[]> {
  return new Map(Object.entries(edges))
}

test('imports that only lead on make no circle', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['c', 'npm:zod'], c: [] }))).toEqual([])
})

test('a circle is named by all its files, and those that only lead to it are not', () => {
  expect(findCycles(graph({ start: ['a'], a: ['b'], b: ['c', 'end'], c: ['a'], end: [] }))).toEqual([
    ['a', 'b', 'c']
  ])
})

test('two circles that one import joins are two', () => {
  expect(findCycles(graph({ a: ['b'], b: ['a', 'x'], x: ['y'], y: ['x'] }))).toEqual([
    ['a', 'b'],
    ['x', 'y']
  ])
})

test('a file that imports itself is a circle', () => {
  expect(findCycles(graph({ a: ['a'] }))).toEqual([['a']])
})
