import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('two options that exclude each other are refused before anything is collected', () => {
  const args = ['scripts/collect.ts', '--symbol', 'MSTY', '--group', 'weekly-etfs']
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toMatch(/^Please give --group or --symbol, not both\.\n\nnpm run collect -- \[options\]\n/)
  expect(status).toBe(1)
})
