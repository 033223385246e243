import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './run-command.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-command-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

test('the command gets the file as $1, whatever its name, and none of the secrets of the service', async () => {
  vi.stubEnv('METRICS_TOKEN', 'a secret')
  vi.stubEnv('RCLONE_CONFIG', 'its own')
  const file = join(folder, `it's $HOME; a "copy".sqlite`)
  const out = join(folder, 'out')
  const command = `printf '%s|%s|%s' "$1" "$METRICS_TOKEN" "$RCLONE_CONFIG" > '${out}'`
  expect(await runCommand(command, file)).toEqual({ fault: null, output: '', printed: '' })
  expect(await readFile(out, 'utf8')).toBe(`${file}||its own`)
})

test('a command that fails returns its exit code and the end of its output', async () => {
  const failed = await runCommand('seq 1 5000; echo no such bucket; exit 7', 'file')
  expect(failed.fault).toBe('it ended with exit code 7.')
  expect(failed.output).toMatch(/4999\n5000\nno such bucket\n$/)
  expect(failed.output).toHaveLength(4000)
  const mixed = await runCommand('echo receipt; echo token >&2', 'file')
  expect(mixed).toMatchObject({ fault: null, printed: 'receipt\n' })
  expect(mixed.output).toContain('token')
})

test('a command that runs too long is killed with its child processes', async () => {
  // The shell waits for a child process, which keeps the output open.
  expect(await runCommand('sleep 600 & wait', 'file', { longestMs: 300 })).toMatchObject({
    fault: 'it did not end within 0.005 minutes.'
  })
  const stopping = new AbortController()
  const running = runCommand('sleep 600', 'file', stopping)
  stopping.abort()
  expect(await running).toMatchObject({ fault: 'it was ended by SIGKILL.' })
})
