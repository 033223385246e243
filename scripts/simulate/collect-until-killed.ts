// Child process of the simulation: collects once and is killed while it does.
// Arguments: folder of the database, URL of the fake source, instant, last day of the facts, cron pattern or ''.
import { factsKnownAt } from '../../data/facts-known-at.ts'
import { readDataFolder } from '../../data/read-facts.ts'
import { openSimulatedService } from './simulated-service.ts'

const [dataDir = '', url = '', instant = '', lastDay = '', pattern = ''] = process.argv.slice(2)
const facts = factsKnownAt(readDataFolder(), lastDay)
const settings = { dataDir, url, facts, pattern: pattern === '' ? null : pattern }
const service = await openSimulatedService(settings, { now: Date.parse(instant) })
await service.schedule.runDue()
