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
  const needsTestTools = ['test', 'check', 'bench', 'format', 'fuzz']
  for (const [name] of commands)
    expect(scripts[`pre${name}`], name).toBe(
      `node scripts/install.mjs${needsTestTools.includes(name) ? ' --tests' : ''}`
    )
})

/** Script file of each command that runs one of ours. */
const scriptOf = new Map(
  commands.flatMap(([name, line]) => {
    const file =
      /^(?:(?:[A-Z_]+=\d+ )+exec )?node (?:--[a-z-]+=\d+ )*(scripts\/[a-z-]+\.ts)(?: --fast)?$/.exec(
        line
      )?.[1]
    return file === undefined ? [] : [[name, file] as const]
  })
)

// In one process, because each would load the service again. A command that doesn't end at --help fails the test.
const printHelp = `
  process.exit = () => { throw 'ended' }
  const log = console.log
  const printed = {}
  for (const file of JSON.parse(process.argv[1])) {
    const lines = []
    console.log = (text) => lines.push(text)
    process.argv = [process.execPath, file, '--help']
    const end = await import(process.cwd() + '/' + file).then(() => 'went on', (error) => error)
    if (end !== 'ended') throw end
    printed[file] = lines.join('\\n')
  }
  log(JSON.stringify(printed))`

test('--help explains every command', async () => {
  const others = commands.filter(([name]) => !scriptOf.has(name))
  expect(others.map(([name]) => name)).toEqual(['format'])
  const files = JSON.stringify([...new Set(scriptOf.values())])
  const { code, printed } = await run(`node --input-type=module --eval "$PRINT_HELP" '${files}'`, {
    PRINT_HELP: printHelp
  })
  expect(code, printed).toBe(0)
  const helpOf = JSON.parse(printed)
  for (const [name, file] of scriptOf)
    expect(helpOf[file], name).toContain(`npm run ${name === 'check' ? 'test' : name}`)
})

test.each(['start', 'format'])('npm run %s -- --help explains the command, run as npm does', async (name) => {
  const { code, printed } = await run(`${scripts[name]} --help`)
  expect(code).toBe(0)
  expect(printed).toContain(name === 'format' ? 'biome' : `npm run ${name}`)
})

test('npm run bench without a build says what is missing', async () => {
  const { code, printed } = await run(scripts['bench'] ?? '', { BUILD_DIR: '/nowhere' })
  expect([code, printed]).toEqual([
    1,
    'Nothing was measured: there is no build of these sources in /nowhere; run npm run build.\n'
  ])
})

test('operator commands work while the service is stopped and print what they did', async () => {
  const folder = await makePublishedFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const site = join(folder, 'site')
  const database = join(folder, 'doubloon.sqlite')
  const outcomes = {
    'backup.ts': [[], 0, /^\S+backup-\S+\.sqlite: [\d.]+ MB, \d+ rows\.\n$/],
    'restore.ts': [[], 0, /\n {2}backup-\S+\.sqlite +less than a minute old/],
    'second-factor-off.ts': [[], 0, /^There was no second factor\.\n$/],
    'rotate-record-key.ts': [[], 0, /^The new key is [0-9a-f]{64}\. /],
    // The site of the test has no signed record, which the command must report.
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
