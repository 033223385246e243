import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const shared = {
  testTimeout: 20_000,
  hookTimeout: 20_000,
  // Much of a slow test is waiting for a process, so that three share two cores well.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // Style that is read as text, which is empty otherwise.
  css: { include: /\.css\?raw$/ }
}

/** In each project the slow files first, so that no long one is left alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ofProjects = Map.groupBy(await super.sort(files), ({ project }) => project.name)
    return [...ofProjects.values()].flatMap((sorted) => {
      const isSlow = ({ moduleId }: TestSpecification) => moduleId.includes('.slow.test.')
      return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
    })
  }
}

/**
 * What reads or kills the file of a SQLite database, or upgrades one of an earlier version; what brings its own server,
 * or knows no database. Transport may import none: what it is tested with is asked of both kinds elsewhere.
 */
const ofSqliteAlone = [
  'admin-api/platform/database/{check-database,lock-database,move-database}*.test.ts',
  'admin-api/platform/database/backups/{restore-database*,backup-files,last-backup,unfinished-copies}.test.ts',
  'admin-api/platform/database/backups/restore-database*.slow.test.ts',
  'admin-api/operations/backups/run-command.test.ts',
  'admin-api/platform/database/drivers/{sqlite,pausable-driver}.test.ts',
  'admin-api/{contract,numbers,market-days,estimator,returns}/**/*.test.ts',
  'admin-api/platform/{files,http}/**/*.test.ts',
  'admin-api/platform/{background,worker-threads.slow}.test.ts',
  'admin-api/payments/{amount-as-paid,expected-payment,held-payment,plan-payment,same-payment}.test.ts',
  'admin-api/funds/{fund-state,related-funds,underlying-names}.test.ts',
  'admin-api/{estimates/counted-estimates,accuracy/counted-payments,accuracy/errors}.test.ts',
  'admin-api/administration/unusual-amount.test.ts',
  'admin-api/collection/{checks,sources}/*.test.ts',
  'admin-api/blog/content/*.test.ts',
  'admin-api/pages/open-data/openapi.test.ts',
  'admin-api/operations/health/{full-disk.slow,deployed-names}.test.ts',
  'admin-api/blog/publishing.slow.test.ts',
  'admin-api/**/*{-killed,restart,second-factor-off,large-backups}.slow.test.ts',
  'admin-api/{config,database-away.slow,unexpected-fault.slow,many-posts.slow,server.slow,three-instances.slow,unfit-database.slow}.test.ts'
]

/** The tests of the service once more, over PostgreSQL: TEST_DATABASE=postgres. */
const onPostgres = {
  ...shared,
  name: 'postgres',
  include: ['admin-api/**/*.test.ts', 'site/share-images/published-pictures.slow.test.ts'],
  exclude: ofSqliteAlone,
  globalSetup: 'admin-api/testing/global-setup.ts',
  isolate: false
}

const projects =
  process.env['TEST_DATABASE'] === 'postgres'
    ? [{ test: onPostgres }]
    : [
        {
          test: {
            ...shared,
            name: 'service',
            include: ['{admin-api,data,scripts}/**/*.test.ts'],
            globalSetup: 'admin-api/testing/global-setup.ts',
            // No test changes what another file could see; a worker for each would cost more than the tests.
            isolate: false
          }
        },
        {
          test: {
            ...shared,
            name: 'site',
            include: ['site/**/*.test.ts'],
            exclude: ['site/**/*.dom.test.ts'],
            isolate: false
          }
        },
        {
          test: {
            ...shared,
            name: 'components',
            include: ['site/**/*.{dom.test.ts,test.tsx}'],
            environment: 'jsdom',
            isolate: false,
            setupFiles: ['site/testing/set-up-components.ts']
          }
        }
      ]

export default defineConfig({ test: { projects, sequence: { sequencer: SlowFirst } } })
