// A child process of the rehearsal: collects once, and is killed meanwhile.
// Arguments: the folder of the database, the address of the stand-in, the moment, the day the facts end, and
// when it collects.
import { readDataFolder } from '../../data/read-facts.ts'
import { factsKnownAt } from './known-facts.ts'
import { openRehearsed } from './rehearsed-service.ts'

const [dataDir = '', url = '', moment = '', lastDay = '', pattern = ''] = process.argv.slice(2)
const facts = factsKnownAt(readDataFolder(), lastDay)
const place = { dataDir, url, facts, pattern: pattern === '' ? null : pattern }
const service = await openRehearsed(place, { now: Date.parse(moment) })
await service.schedule.runDue()
