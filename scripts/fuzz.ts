// Feeds damaged and random input to every reader of foreign bytes, and keeps what fails in fuzz/, where a test repeats it.
// When: every night by .github/workflows/nightly.yml; by hand, `npm run fuzz -- --minutes 10`, after a change to a reader.
import { number, readOptions, text } from './command.ts'
import { keepInput, runTarget } from './fuzz/run-target.ts'
import { targets } from './fuzz/targets.ts'

const names = targets.map(({ name }) => name).join(', ')
const options = readOptions(
  {
    minutes: number('how long; 1 without it, and at least one round'),
    seed: number('repeats a run; without it, a new one is chosen and printed'),
    reader: text('NAME', `only this reader: ${names}`)
  },
  ({ reader }) => {
    if (reader !== undefined && !targets.some(({ name }) => name === reader))
      throw new Error(`--reader needs one of ${names}, got ${reader}.`)
  }
)
const { minutes = 1, seed = Math.floor(Math.random() * 1e9) } = options
const chosen = targets.filter(({ name }) => name === (options.reader ?? name))
const endsAt = performance.now() + minutes * 60_000
const tried = new Map<string, number>()
const failed = new Set<string>()

console.log(`Seed ${seed}, ${minutes} min, ${chosen.length} readers.`)
for (let round = 0; round === 0 || performance.now() < endsAt; round += 1)
  for (const target of chosen) {
    const isOver = round > 0 && performance.now() >= endsAt
    // One failure of a reader is enough: the next would mostly be the same.
    if (isOver || failed.has(target.name)) continue
    const kept = await runTarget(target, { seed: seed + round, runs: target.runs })
    tried.set(target.name, (tried.get(target.name) ?? 0) + target.runs)
    if (kept === null) continue
    failed.add(target.name)
    console.error(`${target.name} failed: ${kept.reason.split('\n')[0]}\n  kept in ${keepInput(kept)}`)
  }
for (const { name } of chosen)
  console.log(`${failed.has(name) ? 'FAILED' : 'ok'}  ${name}: ${tried.get(name)} inputs`)
process.exitCode = failed.size > 0 ? 1 : 0
