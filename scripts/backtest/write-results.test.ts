import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeResults, resultsPath } from './write-results.ts'

test('the published results are of the present method and figures; npm run backtest -- --write makes them so', () => {
  expect(readFileSync(resultsPath, 'utf8')).toContain(describeResults())
})
