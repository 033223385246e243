// What for: lives through a span of real days with the real service on a stand-in for Yahoo, and prints what came of it.
// When: by hand, `npm run simulate`, after every change to collecting, the gate, the record or the figures.
import { readDataFolder } from '../data/read-facts.ts'
import { readOrExit } from './read-or-exit.ts'
import { readOptions, usage } from './simulate/options.ts'
import { toLines } from './simulate/report.ts'
import { runSimulation } from './simulate/run-simulation.ts'

const options = readOrExit(readOptions, usage)
const result = await runSimulation(options, readDataFolder(), (month) => console.error(`${month} ...`))
console.log(toLines(result).join('\n'))
