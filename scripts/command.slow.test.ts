import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('--help prints what a command does and how to use it', () => {
  const { stdout, status } = spawnSync(process.execPath, ['scripts/publish.ts', '--help'], {
    encoding: 'utf8'
  })
  expect(stdout).toMatch(/^Renders .*\nWhen: .*\n\nnpm run publish\n$/)
  expect(status).toBe(0)
})

test('a wrong option prints the error and how to use the command', () => {
  const args = ['scripts/backtest.ts', '--symbol', 'ZZZZ']
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toMatch(/^ZZZZ isn't one of our funds\.\n\nnpm run backtest -- \[options\]\n/)
  expect(status).toBe(1)
})
