// What for: lives through a span of real days with the real service on a stand-in for Yahoo, and prints what came of it.
// When: by hand, `npm run simulate`, after every change to collecting, the gate, the record or the figures.
import { readDataFolder } from '../data/read-facts.ts'
import { type Options, readOptions, usage } from './simulate/options.ts'
import { toLines } from './simulate/report.ts'
import { runSimulation } from './simulate/run-simulation.ts'

const options = read()
if (options !== null) {
  const result = await runSimulation(options, readDataFolder(), (month) => console.error(`${month} ...`))
  console.log(toLines(result).join('\n'))
}

function read(): Options | null {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exitCode = 1
    return null
  }
}
