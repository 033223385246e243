import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const shared = {
  // As for the browser tests; `npm test` names the tests that needed it.
  retry: process.env['CI'] === undefined ? 0 : 1,
  // Long, because they only matter to a test that fails, and machines may be slow.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
  // No test queries the real sources.
  env: { MARKET_DATA: 'embedded' },
  // Three workers keep two cores busy; each further one would load all modules once more.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // No test changes what another file could see; a worker for each would cost more than the tests.
  isolate: false,
  // CSS imported as text, which is empty otherwise.
  css: { include: /\.css\?raw$/ }
}

/** Runs the slow files of each project first, so that no long one runs alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofProjects = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...ofProjects.values()].flatMap((sorted) => {
      const isSlow = ({ moduleId }: TestSpecification) => /\.(?:slow|nightly)\.test\./.test(moduleId)
      return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
    })
  }
}

/**
 * First lines of tests that use the database of the run, but PostgreSQL only at night (NIGHTLY=on): tests of permissions,
 * limits, validation, HTTP, hashing, pictures and rules, and long tests whose kinds of statements others run there.
 */
const atNightOnPostgres =
  /^\/\/ (?:Shows the same on any database|Takes long on PostgreSQL, where it runs at night)\.\n/

/** Other tests open a SQLite file, start their own server, or use no database. */
const usesDatabaseOfRun = /\b(?:openTestDatabase|startApi|isOnPostgres)\b/

const isNight = process.env['NIGHTLY'] === 'on'

function listPostgresTests(): string[] {
  return globSync('admin-api/**/*.test.ts').filter((file) => {
    const source = readFileSync(file, 'utf8')
    return usesDatabaseOfRun.test(source) && (isNight || !atNightOnPostgres.test(source))
  })
}

/** Tests that Node runs without Vite, like the service. Transforming the sources would take longer than most tests. */
const onNode = {
  ...shared,
  globalSetup: 'admin-api/testing/global-setup.ts',
  experimental: { viteModuleRunner: false, nodeLoader: false }
}

/** The tests of the service once more, over PostgreSQL: TEST_DATABASE=postgres. */
const projects =
  process.env['TEST_DATABASE'] === 'postgres'
    ? [
        {
          test: {
            ...onNode,
            name: 'postgres',
            include: listPostgresTests()
          }
        }
      ]
    : [
        {
          test: {
            ...onNode,
            name: 'node',
            // An `exclude` of its own would replace the one of the command line, which leaves out slow and nightly tests.
            include: ['{admin-api,data,scripts}/**/*.test.ts', 'site/**/!(*.dom*).test.ts']
          }
        },
        {
          test: {
            ...shared,
            name: 'components',
            include: ['site/**/*.{dom*.test.ts,test.tsx}'],
            environment: 'jsdom',
            setupFiles: ['site/testing/set-up-components.ts']
          }
        }
      ]

export default defineConfig({
  test: {
    projects,
    // In any order inside a file, the same one each time, so that a failure can be repeated.
    sequence: { sequencer: SlowFirst, shuffle: { tests: true }, seed: 11 }
  }
})
