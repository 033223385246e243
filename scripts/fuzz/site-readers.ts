import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { isDay } from '../../admin-api/contract/days.ts'
import { readRival } from '../../site/accuracy/rival/read-rival.ts'
import { planImport } from '../../site/portfolio/import/plan-import.ts'
import { readFile } from '../../site/portfolio/import/read-file.ts'
import type { Transaction } from '../../site/portfolio/ledger/transaction.ts'
import {
  emptyPortfolio,
  faultOfStored,
  formatPortfolio,
  parsePortfolio
} from '../../site/portfolio/stored-portfolio.ts'
import { damagedBytes, damagedJson, damagedText } from './damage.ts'
import type { FuzzTarget } from './run-target.ts'

const samples = new URL('../../site/portfolio/import/samples/', import.meta.url)
const files = readdirSync(samples).map((name) => ({ name, bytes: readFileSync(new URL(name, samples)) }))

const today = '2026-07-08'
const plan = { methods: [], symbols: new Map<string, string>(), funds: new Map<string, never>(), today }

/** Transactions that a file gives can be stored, and a second import of it adds nothing. */
async function checkImport(input: string): Promise<void> {
  const bytes = Buffer.from(input, 'base64')
  const result = await readFile(bytes)
  if (!result.ok) {
    match(result.fault, /\S/)
    return
  }
  const { reading } = result
  const { added } = planImport({ reading, existing: [], ...plan })
  for (const transaction of added) checkTransaction(transaction)
  const again = planImport({ reading, existing: added, ...plan })
  deepEqual(again.added, [])
}

function checkTransaction(transaction: Transaction): void {
  equal(faultOfStored(transaction), null)
  ok(isDay(transaction.date), `the day ${transaction.date}`)
  for (const [field, value] of Object.entries(transaction))
    if (typeof value === 'number') ok(Number.isFinite(value), `${field} is ${value}`)
}

const importTarget = (name: string, pattern: RegExp): FuzzTarget => ({
  name,
  input: damagedBytes(files.filter((file) => pattern.test(file.name)).map(({ bytes }) => bytes)),
  check: checkImport,
  runs: 60
})

const booking = { account: 'IRA', symbol: 'MSTY', date: '2026-05-20' }
const portfolio = formatPortfolio({
  ...emptyPortfolio,
  transactions: [
    { ...booking, id: 'a', type: 'buy', shares: 100, price: 20.5, fee: 0 },
    { ...booking, id: 'b', type: 'sell', shares: 10, price: null, fee: 1, lots: [{ id: 'a', shares: 10 }] },
    { ...booking, id: 'c', type: 'split', shares: -80 },
    { ...booking, id: 'd', type: 'cash', amount: 41.2 }
  ]
})
const firstVersion = {
  version: 1,
  lots: [{ id: 'a', symbol: 'MSTY', shares: 100, price: 20, boughtOn: '2026-05-20' }],
  taxPercent: 20,
  goal: 100
}

/** A stored portfolio is read, or left as it is; what is read stays the same when it is stored again. */
function checkPortfolio(input: string): void {
  const result = parsePortfolio(input)
  if (result.status === 'unreadable') {
    equal(result.text, input)
    return
  }
  for (const transaction of result.portfolio.transactions) checkTransaction(transaction)
  const stored = formatPortfolio(result.portfolio)
  const again = parsePortfolio(stored)
  ok(again.status === 'readable')
  equal(formatPortfolio(again.portfolio), stored)
}

const rivalFiles = [
  'symbol,ex_date,value,quantile\nMSTY,2026-05-21,0.31,\nMSTY,2026-05-21,0.25,0.1\nMSTY,2026-05-21,0.4,0.9\n',
  'origin,location,target_end_date,output_type,output_type_id,value\r\nlive,ULTY,2026-05-21,median,NA,0.08\r\nlive,ULTY,2026-05-21,quantile,0.05,0.07\r\n',
  'Ticker;Ex-Date;Estimate\nTSLY;2026-05-28;"$0.28"\n'
]

/** Forecasts that a file gives can be compared, or a sentence says what is wrong. */
function checkRival(input: string): void {
  const reading = readRival(input)
  if (!reading.ok) {
    match(reading.fault, /\S.*\.$/s)
    return
  }
  for (const { symbol, exDate, amount, quantiles } of reading.forecasts) {
    match(symbol, /^[A-Z]{1,5}$/)
    ok(isDay(exDate), `the day ${exDate}`)
    ok(amount !== null || quantiles.size > 0, 'a forecast is empty')
    for (const value of [amount ?? 0, ...quantiles.values()])
      ok(value >= 0 && Number.isFinite(value), `the value ${value}`)
  }
}

export const siteReaders: readonly FuzzTarget[] = [
  importTarget('broker files', /\.csv$/),
  importTarget('OFX files', /\.qfx$/),
  importTarget('Flex XML files', /\.xml$/),
  importTarget('Ghostfolio files', /\.json$/),
  { name: 'forecasts of rivals', input: damagedText(rivalFiles), check: checkRival, runs: 300 },
  {
    name: 'portfolio files',
    input: damagedJson([JSON.parse(portfolio), firstVersion]),
    check: checkPortfolio,
    runs: 300
  }
]
