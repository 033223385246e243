// What for: collects prices and payments as the operator's buttons do, and writes the pages that changed.
// When: by hand, `npm run collect`, while no service runs on the same SQLite file; a running one collects from its bridge or by COLLECT_CRON.
import type { CollectionOutcome, Collector } from '../admin-api/services.ts'
import { readOptions, usage, type Wanted } from './collect/options.ts'
import { openOrExit } from './open-or-exit.ts'
import { readOrExit } from './read-or-exit.ts'

await run(readOrExit(readOptions, usage))

async function run(wanted: Wanted): Promise<void> {
  const service = await openOrExit()
  try {
    const { results, errors, stopped } = await collect(service.collector, wanted)
    const unwritten = (await service.publisher.drain()) + (await service.pictures.drain())
    const heldBack = results.reduce((sum, { held_back }) => sum + held_back, 0)
    console.log(`${results.length} estimated, ${errors.length} failed, ${heldBack} payments held back.`)
    if (unwritten > 0)
      console.error(`${unwritten} pages or pictures could not be written; see the messages above.`)
    process.exitCode = errors.length + unwritten > 0 || stopped !== null ? 1 : 0
  } finally {
    await service.close()
  }
}

async function collect(collector: Collector, wanted: Wanted): Promise<CollectionOutcome> {
  if ('symbol' in wanted) return collectSymbol(collector, wanted.symbol)
  const outcome = await collector.collectGroup(wanted.group)
  print(outcome)
  return outcome
}

async function collectSymbol(collector: Collector, ticker: string): Promise<CollectionOutcome> {
  const outcome: CollectionOutcome = await collector.collectOne(ticker).then(
    ({ entry, heldBack }) => ({
      results: [{ ticker, estimated_dividend: entry.estimated_amount, held_back: heldBack }],
      errors: [],
      no_estimate: [],
      stopped: null
    }),
    (error: Error) => ({
      results: [],
      errors: [{ ticker, message: error.message }],
      no_estimate: [],
      stopped: null
    })
  )
  print(outcome)
  return outcome
}

function print({ results, errors, no_estimate, stopped }: CollectionOutcome): void {
  for (const { ticker, estimated_dividend, held_back } of results)
    console.log(
      `${ticker.padEnd(5)}  ${estimated_dividend.toFixed(4)}${held_back > 0 ? `  ${held_back} held back` : ''}`
    )
  for (const { ticker, message } of errors) console.log(`${ticker.padEnd(5)}  failed: ${message}`)
  for (const { ticker, message } of no_estimate) console.log(`${ticker.padEnd(5)}  no estimate: ${message}`)
  if (stopped !== null) console.log(stopped)
}
