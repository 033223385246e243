// A child process for a test: takes over the background work of a database, and collects from a source that never
// responds. Prints a line for each request. Arguments: the URL of the database, and DATA_DIR.
import { withMarket } from '../collection/open-sources.ts'
import { openService } from '../open-service.ts'
import { mayFacts } from './may-facts.ts'
import { quickLease } from './quick-lease.ts'

const [databaseUrl, dataDir] = process.argv.slice(2)
const service = await openService(
  { DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  {
    publishes: false,
    clock: () => new Date('2026-06-05T12:00:00Z'),
    facts: mayFacts,
    leaseTimes: quickLease,
    sources: withMarket({
      ...mayFacts,
      isLive: true,
      collectFund: async () => {
        process.stdout.write('collecting\n')
        return new Promise(() => undefined)
      }
    })
  }
)
service.startSchedule()
