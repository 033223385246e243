// A child process of the rehearsal: collects once, and is killed meanwhile.
// Arguments: the folder of the database, the address of the stand-in, the moment and the day the facts end.
import { readDataFolder } from '../../data/read-facts.ts'
import { factsKnownAt } from './known-facts.ts'
import { collectWhatIsDue, openRehearsed } from './rehearsed-service.ts'

const [dataDir = '', url = '', moment = '', lastDay = ''] = process.argv.slice(2)
const facts = factsKnownAt(readDataFolder(), lastDay)
await collectWhatIsDue(await openRehearsed({ dataDir, url, facts }, { now: Date.parse(moment) }))
