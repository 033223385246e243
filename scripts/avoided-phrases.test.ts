import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findAvoided } from '../e2e/avoided-phrases.ts'

test('an avoided phrase is found across lines and comment marks', () => {
  const text = '/**\n * What it is,\n * worked\n * out later.\n */'
  expect(findAvoided(text, false)).toEqual([{ phrase: 'worked out', instead: 'calculate' }])
  expect(findAvoided('1 funds, replayed on 8 July', true).map(({ phrase }) => phrase)).toEqual([
    'replayed',
    '1 funds',
    '8 July'
  ])
  expect(findAvoided('11 funds, replayed', false)).toEqual([])
})

test('site, API, commands and docs use none of the avoided phrases', () => {
  const files = globSync(
    [
      '{site,admin-api,scripts}/**/*.{astro,md,ts,tsx}',
      'data/posts/*',
      'docs/*.md',
      '*.md',
      '{admin-api,data}/**/README.md'
    ],
    { exclude: (path) => /node_modules|avoided-phrases|CHANGELOG/.test(path) }
  )
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((file) =>
    findAvoided(readFileSync(file, 'utf8'), false).map(
      ({ phrase, instead }) => `${file}: '${phrase}', use '${instead}'`
    )
  )
  expect(found).toEqual([])
})
