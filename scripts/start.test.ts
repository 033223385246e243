import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a start that needs a build and cannot make one explains it in a sentence', () => {
  const env = { ...process.env, BUILD_DIR: '/dev/null/dist' }
  const start = spawnSync(process.execPath, ['scripts/start.ts'], { env, encoding: 'utf8' })
  expect(start.stderr).toMatch(
    /^Doubloon can't start: there is no build in \/dev\/null\/dist of these sources/
  )
  expect(start.stdout).toBe('')
  expect(start.status).toBe(1)
})
