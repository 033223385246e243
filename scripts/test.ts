// Runs all checks: types, lint, imports, metrics, dead code, unit and API tests, browser tests. Ends with totals.
// When: `npm test`; `npm run check` (--fast) skips steps that take minutes, --nightly runs what takes too long for both.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { findChromium, fullChromium } from '../e2e/chromium.ts'
import { flag, readOptions } from './command.ts'

type Counts = { passed: number; failed: number; failures?: string[] }
type Step = {
  name: string
  command: string[]
  environment?: Record<string, string>
  count?: (succeeded: boolean) => Counts
  /** Prints the output of a successful step, too. */
  isReport?: boolean
}

const { fast, nightly } = readOptions({
  fast: flag('leaves out slow tests, PostgreSQL, build and browser tests'),
  nightly: flag('only the drills that take too long for every push')
})
// Not in test-results/, which Playwright empties.
const reports = 'var/reports'
// Made by the test of `npm run build`. In the project, so that the service is bundled; not the build of `npm start`.
const buildDir = resolve('var/tested-build')
for (const folder of [reports, buildDir]) rmSync(folder, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
process.env['ASTRO_TELEMETRY_DISABLED'] = '1'
// No check queries the real sources.
process.env['MARKET_DATA'] = 'embedded'
// Tests start servers and commands a hundred times, and compiling the sources is half of a start.
const compiled = resolve('node_modules/.cache/compiled')
// Each run adds its test files under new names.
if (existsSync(compiled) && readdirSync(compiled, { recursive: true }).length > 20_000)
  rmSync(compiled, { recursive: true })
process.env['NODE_COMPILE_CACHE'] ??= compiled

// The steps of a round run in parallel, for two cores.
const rounds: Step[][] = nightly ? nightlyRounds() : fast ? [quickChecks()] : [quickChecks(), ...slowRounds()]
if (!fast) {
  installBrowser()
  if (!nightly) await reportMissingEngines()
}

const total = { passed: 0, failed: 0 }
const failedTests: string[] = []
for (const round of rounds) {
  for (const { passed, failed, failures = [] } of await Promise.all(round.map(runStep))) {
    total.passed += passed
    total.failed += failed
    failedTests.push(...failures)
  }
}
// At the end, so that a truncated log still has them.
for (const failure of failedTests) console.log(`FAILED ${failure}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function quickChecks(): Step[] {
  return [
    // The native compiler is ten times as fast but doesn't read .astro files; `astro check` does. Each further checker
    // would calculate many types again, while the cores have other steps to run.
    {
      name: 'types',
      command: ['node', 'node_modules/typescript7/bin/tsc', '--noEmit', '--checkers', '1', '-p', '.']
    },
    { name: 'lint and format', command: ['biome', 'ci', '--colors=off', '.'] },
    { name: 'imports and code metrics', command: ['node', 'scripts/code-metrics.ts'], isReport: true },
    { name: 'dead code', command: ['knip', '--no-progress', '--cache'] },
    {
      name: 'unit and API tests',
      command: [
        ...vitest('vitest.json'),
        // Half of a slow test is waiting for a process, so that four workers share two cores well. The others hardly wait,
        // and each worker loads all modules once more.
        `--maxWorkers=${(fast ? 1 : 2) * availableParallelism()}`,
        ...without('nightly'),
        ...(fast ? without('slow') : [])
      ],
      environment: { TEST_BUILD_DIR: buildDir },
      count: () => countVitest('vitest.json')
    }
  ]
}

function slowRounds(): Step[][] {
  return [
    [
      {
        name: 'types of pages',
        // Without a sync, because the build in the previous round has already written Astro's types.
        command: 'astro check --noSync --minimumSeverity error --tsconfig tsconfig.pages.json'.split(' ')
      },
      postgresTests()
    ],
    [browserTests()]
  ]
}

/** Drills that wait, kill and restart for minutes, long visits, and all tests of the service on PostgreSQL. */
function nightlyRounds(): Step[][] {
  return [
    [
      {
        name: 'drills',
        // The browser tests need the build.
        command: [...vitest('vitest.json'), '--maxWorkers=2', '.nightly.test.', 'scripts/build.slow.test.ts'],
        environment: { TEST_BUILD_DIR: buildDir },
        count: () => countVitest('vitest.json')
      }
    ],
    [postgresTests({ NIGHTLY: 'on' })],
    [browserTests({ NIGHTLY: 'on' })]
  ]
}

function postgresTests(environment: Record<string, string> = {}): Step {
  return {
    name: 'API tests on PostgreSQL',
    command: [...vitest('postgres.json'), ...without('nightly')],
    environment: { TEST_DATABASE: 'postgres', ...environment },
    count: () => countVitest('postgres.json')
  }
}

function browserTests(environment: Record<string, string> = {}): Step {
  return {
    name: 'browser tests',
    command: ['playwright', 'test', '--reporter=list,json'],
    environment: { BUILD_DIR: buildDir, ...environment },
    count: countPlaywright
  }
}

/** Arguments that leave out tests by the word before `.test.ts`. */
function without(word: 'slow' | 'nightly'): string[] {
  return ['--exclude', `**/*.${word}.test.{ts,tsx}`]
}

async function runStep({
  name,
  command,
  environment = {},
  count = countOne,
  isReport
}: Step): Promise<Counts> {
  const startedAt = performance.now()
  const { output, succeeded } = await run(command, environment)
  const counts = count(succeeded)
  // A runner that crashes before its first test reports no failure.
  if (!succeeded && counts.failed === 0) counts.failed = 1
  const passed = counts.failed === 0
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(
    `${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s): ${counts.passed} passed, ${counts.failed} failed`
  )
  if (!passed || isReport) console.log(withoutPassed(output).trimEnd())
  return counts
}

function run(
  [program = '', ...args]: string[],
  environment: Record<string, string>
): Promise<{ output: string; succeeded: boolean }> {
  const child = spawn(program, args, {
    env: {
      ...process.env,
      ...environment,
      FORCE_COLOR: '0',
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

/** Removes passed tests, so that failures come first even if a log is truncated. */
function withoutPassed(output: string): string {
  return output
    .split('\n')
    .filter((line) => !/^\s*[✓-] /.test(line))
    .join('\n')
}

function countOne(succeeded: boolean): Counts {
  return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 }
}

function vitest(report: string): string[] {
  return ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${reports}/${report}`]
}

function countVitest(name: string): Counts {
  const report = readReport<JsonTestResults>(name)
  const failures: string[] = []
  for (const { name: file, assertionResults } of report?.testResults ?? [])
    for (const { fullName, status, failureMessages } of assertionResults) {
      const [message] = failureMessages ?? []
      if (message === undefined) continue
      const line = [relative('.', file), fullName, message.split('\n')[0]].join(': ')
      if (status === 'passed') console.log(`passed only at the second attempt: ${line}`)
      if (status === 'failed') failures.push(line)
    }
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, failures }
}

function countPlaywright(): Counts {
  const report = readReport<JSONReport>('playwright.json')
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  const specs = (report?.suites ?? []).flatMap(listSpecs)
  const nameOf = ({ file, title }: JSONReportSpec) => `e2e/${file}: ${title}`
  for (const spec of specs)
    if (spec.tests.some(({ status }) => status === 'flaky'))
      console.log(`passed only at the second attempt: ${nameOf(spec)}`)
  const failures = specs.filter(({ ok }) => !ok).map(nameOf)
  return { passed: expected + flaky, failed: unexpected, failures }
}

function listSpecs({ suites = [], specs }: JSONReportSuite): JSONReportSpec[] {
  return [...specs, ...suites.flatMap(listSpecs)]
}

function readReport<Report>(name: string): Report | null {
  try {
    return JSON.parse(readFileSync(`${reports}/${name}`, 'utf8'))
  } catch {
    return null
  }
}

async function reportMissingEngines(): Promise<void> {
  const { engines } = await import('../e2e/other-engines.ts')
  for (const { name, packages, path } of engines)
    if (path === null)
      console.log(`skipped: the main flows in ${name}, which is not installed (apt-get install ${packages})`)
}

/**
 * Installs Playwright's Chromium or, if its download fails, the distribution's package; if only Debian's full Chromium
 * is installed, adds the headless shell, which is faster.
 */
function installBrowser(): void {
  const found = findChromium()
  const isSlow = found === fullChromium && process.env['CHROMIUM_PATH'] !== found
  if (found !== null && !isSlow) return
  console.log('Installing Chromium for the browser tests ...')
  const as = process.getuid?.() === 0 ? '' : 'sudo -n '
  // Waits for the lock of another package manager, as on a machine that has just started.
  const apt = `${as}apt-get -o DPkg::Lock::Timeout=${isSlow ? 10 : 300}`
  const shell = ['sh', '-c', `${apt} update && ${apt} install -y chromium-headless-shell`]
  const browser = ['sh', '-c', `${apt} update && ${apt} install -y chromium`]
  const ways = isSlow
    ? [shell]
    : [['npx', 'playwright', 'install', '--with-deps', 'chromium'], shell, browser]
  for (const [program = '', ...args] of ways) {
    spawnSync(program, args, { stdio: 'inherit', timeout: isSlow ? 120_000 : 600_000 })
    if (findChromium() !== found) return
  }
  if (found !== null) return
  console.error(
    'No Chromium could be installed; the browser tests will fail. Install one and set CHROMIUM_PATH.'
  )
}
