// Runs the real service through real days with a fake Yahoo and checks collecting, the checks and the track record.
// When: by hand, `npm run simulate`, after every change to collecting, the checks, the track record or the figures.
import { readDataFolder } from '../data/read-facts.ts'
import { choice, day, flag, number, readOptions, required } from './command.ts'
import { runSimulation } from './simulate/run-simulation.ts'
import { assertFacts, toLines } from './simulate/simulation-result.ts'

const {
  every = 'daily',
  seed = 1,
  ...options
} = readOptions(
  {
    from: required(day('the day the service first starts, YYYY-MM-DD')),
    to: required(day('the last day')),
    every: choice(['daily', 'weekly'], 'how often it collects: daily, the default, or weekly'),
    calm: flag('no faults'),
    outage: flag('Yahoo fails in the second and third week, and Nasdaq stands in; no other faults'),
    seed: number('seed of the faults; 1 by default')
  },
  ({ from, to }) => {
    if (to <= from) throw new Error(`--to needs a day after ${from}, got ${to}.`)
  }
)
const result = await runSimulation({ ...options, every, seed }, readDataFolder(), (month) =>
  console.error(`${month} ...`)
)
const assertions = assertFacts(result)
console.log(toLines(assertions).join('\n'))
process.exitCode = assertions.every(({ holds }) => holds) ? 0 : 1
