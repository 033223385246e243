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
  'admin-api/db/{check-database,lock-database,restore-database}*.test.ts',
  'admin-api/{db/copy-names,features/backups/run-command}.test.ts',
  'admin-api/db/dialect/{sqlite,pausable-driver}.test.ts',
  'admin-api/db/migrations/0{08,09,10,11,13,15,16,17}-*.test.ts',
  'admin-api/{contract,domain,estimator,files,market}/**/*.test.ts',
  'admin-api/features/{blog/content,collection/checks}/*.test.ts',
  'admin-api/http/**/*.test.ts',
  'admin-api/features/{open-data/openapi,auth/password}.test.ts',
  'admin-api/features/health/{full-disk.slow,metrics/deployed-names}.test.ts',
  'admin-api/features/blog/publishing.slow.test.ts',
  'admin-api/**/*{-killed,restart,second-factor-off,large-backups}.slow.test.ts',
  'admin-api/{config,database-away.slow,unexpected-fault.slow,many-posts.slow,server.slow,three-nodes.slow,unfit-database.slow,upgrade}.test.ts'
]

/** The tests of the service once more, over PostgreSQL: TEST_DATABASE=postgres. */
const onPostgres = {
  ...shared,
  name: 'postgres',
  include: ['admin-api/**/*.test.ts'],
  exclude: ofSqliteAlone,
  globalSetup: 'admin-api/testing/run-on-postgres.ts',
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
            // No test changes what another file could see; a worker for each would cost more than the tests.
            isolate: false
          }
        },
        { test: { ...shared, name: 'site', include: ['site/**/*.test.ts'], isolate: false } },
        {
          // A document for each file: Testing Library and React keep hold of the one they were loaded with.
          test: {
            ...shared,
            name: 'components',
            include: ['site/**/*.test.tsx'],
            environment: 'jsdom',
            setupFiles: ['site/testing/set-up-components.ts']
          }
        }
      ]

export default defineConfig({ test: { projects, sequence: { sequencer: SlowFirst } } })
