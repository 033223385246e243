import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePublishedFolder, runCommand } from '../admin-api/testing/real-server.ts'

const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))
const commands = Object.entries(scripts).filter(([name]) => !name.startsWith('pre'))

/** Runs a command line as npm does. */
async function run(line: string, environment: Record<string, string> = {}) {
  const PATH = `${resolve('node_modules/.bin')}:${process.env['PATH']}`
  const child = spawn('sh', ['-c', line], { env: { ...process.env, ...environment, PATH } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const [code] = await once(child, 'close')
  return { code, printed }
}

test('every command installs the dependencies and Node 24 first, so that it works in a fresh clone', () => {
  const unprepared = commands.filter(([name]) => scripts[`pre${name}`] !== 'node scripts/install.mjs')
  expect(unprepared).toEqual([])
})

test.concurrent.for(commands)('npm run %s -- --help explains the command', async ([name, line]) => {
  const { code, printed } = await run(`${line} --help`)
  expect(code).toBe(0)
  expect(printed).toContain(name === 'format' ? 'biome' : `npm run ${name === 'check' ? 'test' : name}`)
})

test('npm run bench without a build says what is missing', async () => {
  const { code, printed } = await run(scripts['bench'] ?? '', { BUILD_DIR: '/nowhere' })
  expect([code, printed]).toEqual([
    1,
    'Nothing was measured: there is no built site in /nowhere; run npm run build.\n'
  ])
})

test('what an operator runs by hand works beside a stopped service and names what it did', async () => {
  const folder = await makePublishedFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const site = join(folder, 'site')
  const database = join(folder, 'doubloon.sqlite')
  const outcomes = {
    'backup.ts': [[], 0, /^\S+backup-\S+\.sqlite: [\d.]+ MB, \d+ rows\.\n$/],
    'restore.ts': [[], 0, /\n {2}backup-\S+\.sqlite +less than a minute old/],
    'second-factor-off.ts': [[], 0, /^There was no second factor\.\n$/],
    'rotate-record-key.ts': [[], 0, /^The new key is [0-9a-f]{64}\. /],
    // The site of the test has no signed record, which the command has to notice.
    'verify-record.ts': [[site], 1, /^The record could not be verified: /],
    'move-database.ts': [['--from', database, '--to', join(folder, 'copy.sqlite')], 0, /^fund +2 rows /],
    'doctor.ts': [[], 0, /^ok +configuration .*\n(?:.*\n)*ok +database /],
    'backtest.ts': [['--symbol', 'MSTY'], 0, /^all +\d+ /m]
  } as const
  for (const [script, [args, code, says]] of Object.entries(outcomes)) {
    const outcome = await runCommand(folder, script, args)
    expect(outcome, script).toEqual({ code, printed: expect.stringMatching(says) })
  }
})
