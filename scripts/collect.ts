// Collects prices and payments like the operator's buttons do, and writes the pages that changed.
// When: by hand, `npm run collect`, while no service uses the same SQLite file; a running one collects by itself.
import { type CollectionOutcome, groupNames } from '../admin-api/contract/collection.ts'
import { openService, type Service } from '../admin-api/open-service.ts'
import { choice, exitWith, messageOf, readOptions, symbol } from './command.ts'

const options = readOptions(
  {
    group: choice(groupNames, `one group: ${groupNames.join(', ')}; without it and --symbol all groups`),
    symbol: symbol('one fund')
  },
  (given) => {
    if (given.group !== undefined && given.symbol !== undefined)
      throw new Error('Please give --group or --symbol, not both.')
  }
)
const service = await openService(process.env).catch(exitWith("Doubloon can't start: "))
try {
  const outcome = await collect(service)
  print(outcome)
  const { results, errors, stopped } = outcome
  const unwritten = (await service.publisher.drain()) + (await service.pictures.drain())
  const quarantined = results.reduce((sum, { held_back }) => sum + held_back, 0)
  console.log(`${results.length} estimated, ${errors.length} failed, ${quarantined} payments quarantined.`)
  if (unwritten > 0)
    console.error(`${unwritten} pages or pictures could not be written; see the messages above.`)
  process.exitCode = errors.length + unwritten > 0 || stopped !== null ? 1 : 0
} finally {
  await service.close()
}

async function collect({ collector }: Service): Promise<CollectionOutcome> {
  const { symbol: ticker, group = 'all' } = options
  if (ticker === undefined) return collector.collectGroup(group)
  const none = { results: [], errors: [], no_estimate: [], stopped: null }
  try {
    const { entry, quarantined } = await collector.collectOne(ticker)
    const result = { ticker, estimated_dividend: entry.estimated_amount, held_back: quarantined }
    return { ...none, results: [result] }
  } catch (error) {
    return { ...none, errors: [{ ticker, message: messageOf(error) }] }
  }
}

function print({ results, errors, no_estimate, stopped }: CollectionOutcome): void {
  for (const { ticker, estimated_dividend, held_back } of results)
    console.log(
      `${ticker.padEnd(5)}  ${estimated_dividend.toFixed(4)}${held_back > 0 ? `  ${held_back} quarantined` : ''}`
    )
  for (const { ticker, message } of errors) console.log(`${ticker.padEnd(5)}  failed: ${message}`)
  for (const { ticker, message } of no_estimate) console.log(`${ticker.padEnd(5)}  no estimate: ${message}`)
  if (stopped !== null) console.log(stopped)
}
