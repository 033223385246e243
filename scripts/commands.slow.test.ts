import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

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
