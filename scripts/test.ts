// What for: every check there is: types, lint, import rules, dead code, unit and API tests, build, browser tests.
// When: `npm test`; with --fast (`npm run check`) without what takes minutes. Last line: `N passed, M failed`.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { findChromium } from '../e2e/chromium.ts'

type Outcome = { passed: number; failed: number }
type Step = {
  name: string
  command: string[]
  environment?: Record<string, string>
  count?: (succeeded: boolean) => Outcome
}

// Not in test-results/: Playwright empties that folder.
const reports = 'var/reports'
const isFast = process.argv.includes('--fast')

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
// Tests start the server and the commands a hundred times, and half of a start is reading the same sources.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/compiled')

// Side by side where neither needs the other: two cores are common.
const rounds: Step[][] = [
  [
    // The native compiler reads no .astro file; that takes version 6, which Astro stands on, ten times as long.
    { name: 'types', command: ['node', 'node_modules/typescript7/bin/tsc', '--noEmit', '-p', '.'] },
    { name: 'lint and format', command: ['biome', 'ci', '--colors=off', '.'] },
    { name: 'import rules', command: ['node', 'scripts/check-imports.ts'] },
    { name: 'dead code', command: ['knip', '--no-progress'] },
    {
      name: 'unit and API tests',
      command: [...vitest('vitest.json'), ...(isFast ? ['--exclude', '**/*.slow.test.{ts,tsx}'] : [])],
      count: () => countVitest('vitest.json')
    }
  ]
]
if (!isFast) {
  rounds.push(
    [
      { name: 'types of pages', command: ['astro', 'check', '--minimumSeverity', 'error'] },
      {
        name: 'API tests on PostgreSQL',
        command: vitest('postgres.json'),
        environment: { TEST_DATABASE: 'postgres' },
        count: () => countVitest('postgres.json')
      }
    ],
    [{ name: 'build', command: ['node', 'scripts/build.ts'] }],
    [
      {
        name: 'browser tests',
        command: ['playwright', 'test', '--reporter=list,json'],
        count: countPlaywright
      }
    ]
  )
  installBrowser()
}

const total: Outcome = { passed: 0, failed: 0 }
for (const round of rounds) {
  for (const outcome of await Promise.all(round.map(runStep))) {
    total.passed += outcome.passed
    total.failed += outcome.failed
  }
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runStep({ name, command, environment = {}, count = countOne }: Step): Promise<Outcome> {
  const startedAt = performance.now()
  const { output, succeeded } = await run(command, environment)
  const outcome = count(succeeded)
  // A runner that dies before its first test reports nothing failed; that is a failure all the same.
  if (!succeeded && outcome.failed === 0) outcome.failed = 1
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${succeeded ? 'ok  ' : 'FAIL'} ${name} (${seconds} s): ${outcome.passed} passed, ${outcome.failed} failed`
  )
  if (!succeeded) console.log(withoutPassed(output))
  return outcome
}

function run(
  [program = '', ...args]: string[],
  environment: Record<string, string>
): Promise<{ output: string; succeeded: boolean }> {
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ...environment,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      PLAYWRIGHT_JSON_OUTPUT_NAME: `${reports}/playwright.json`
    }
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ output: `${output}${error.message}`, succeeded: false }))
    child.on('close', (code) => resolve({ output, succeeded: code === 0 }))
  })
}

/** What failed should be the first thing seen, also where a log is cut off. */
function withoutPassed(output: string): string {
  return output
    .split('\n')
    .filter((line) => !/^\s*[✓-] /.test(line))
    .join('\n')
}

function countOne(succeeded: boolean): Outcome {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 }
}

function vitest(report: string): string[] {
  return ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${reports}/${report}`]
}

function countVitest(name: string): Outcome {
  const report = readReport<{ numPassedTests: number; numFailedTests: number }>(name)
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

function countPlaywright(): Outcome {
  const report = readReport<{ stats: { expected: number; flaky: number; unexpected: number } }>(
    'playwright.json'
  )
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  if (flaky > 0)
    console.log(`${flaky} browser tests passed only at the second attempt, see ${reports}/playwright.json`)
  return { passed: expected + flaky, failed: unexpected }
}

function readReport<Report>(name: string): Report | null {
  try {
    return JSON.parse(readFileSync(`${reports}/${name}`, 'utf8'))
  } catch {
    return null
  }
}

/** Playwright's own Chromium first; where its download is closed, the distribution's package. */
function installBrowser(): void {
  if (findChromium() !== null) return
  console.log('Installing Chromium for the browser tests ...')
  // Waits while another package manager holds the lock, as on a machine that was just started.
  const apt = 'apt-get -o DPkg::Lock::Timeout=300'
  const ways = [
    ['npx', 'playwright', 'install', '--with-deps', 'chromium'],
    ...['', 'sudo -n '].flatMap((as) =>
      ['chromium-headless-shell', 'chromium'].map((name) => [
        'sh',
        '-c',
        `${as}${apt} update && ${as}${apt} install -y ${name}`
      ])
    )
  ]
  for (const [program = '', ...args] of ways) {
    spawnSync(program, args, { stdio: 'inherit', timeout: 600_000 })
    if (findChromium() !== null) return
  }
  console.error(
    'No Chromium could be installed; the browser tests will fail. Install one and set CHROMIUM_PATH.'
  )
}
