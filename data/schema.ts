import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import * as z from 'zod'
import { checkFacts } from './check-facts.ts'

const Day = z.iso.date()
const Ticker = z.string().regex(/^[A-Z]{1,5}$/, 'must be 1 to 5 capital letters')
const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a plain decimal number')
  .transform(Number)
const count = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const emptyAsNull = z.literal('').transform(() => null)

export const FundFact = z.strictObject({
  symbol: Ticker,
  name: z.string().min(1),
  issuer: z.enum(['YieldMax', 'Roundhill', 'Defiance', 'GraniteShares']),
  family: z.enum([
    'yieldmax-single',
    'yieldmax-portfolio',
    'graniteshares',
    'roundhill-weeklypay',
    'roundhill-other',
    'defiance'
  ]),
  underlying: z.string(),
  batch: z.string().min(1),
  first_price_day: Day,
  note: z.string()
})
export type FundFact = z.infer<typeof FundFact>

export const DividendFact = z.strictObject({
  symbol: Ticker,
  ex_date: Day,
  ex_date_basis: z.enum(['source', 'derived']),
  pay_date: Day,
  pay_date_basis: z.enum(['source', 'derived']),
  amount_as_paid: z.union([emptyAsNull, decimal]),
  amount: decimal,
  n_sources: count.refine((sources) => sources > 0, 'must be at least 1'),
  agreement: z.enum(['yes', 'single', 'no']),
  sources: z.string().min(1)
})
export type DividendFact = z.infer<typeof DividendFact>

export const PriceFact = z.strictObject({
  symbol: Ticker,
  date: Day,
  close: decimal.refine((close) => close > 0, 'must be above 0'),
  basis: z.enum(['stored', 'reconstructed'])
})
export type PriceFact = z.infer<typeof PriceFact>

export const SplitFact = z.strictObject({
  symbol: Ticker,
  /** null: the day is unknown and every figure already stands on the basis after the split. */
  date: z.union([emptyAsNull, Day]),
  old_shares: count.refine((shares) => shares > 0, 'must be at least 1'),
  new_shares: count.refine((shares) => shares > 0, 'must be at least 1'),
  basis: z.string().min(1)
})
export type SplitFact = z.infer<typeof SplitFact>

export type Facts = {
  funds: FundFact[]
  dividends: DividendFact[]
  prices: PriceFact[]
  splits: SplitFact[]
}

/**
 * Reads and checks the four files of facts. Rows keep the order of the file: by symbol, then by day.
 * @throws Error naming file, line and fault at the first thing that cannot be true.
 */
export function readDataFolder(folder: string = import.meta.dirname): Facts {
  const facts: Facts = {
    funds: readRows(folder, 'funds.csv', FundFact),
    dividends: readRows(folder, 'dividends.csv', DividendFact),
    prices: readRows(folder, 'prices.csv', PriceFact),
    splits: readRows(folder, 'splits.csv', SplitFact)
  }
  checkFacts(facts)
  return facts
}

function readRows<Row extends z.ZodObject>(folder: string, file: string, schema: Row): z.output<Row>[] {
  const text = readFileSync(join(folder, file), 'utf8')
  const [head, ...records] = parseLines(file, text)
  const columns = Object.keys(schema.shape)
  if (head?.join() !== columns.join()) {
    throw new Error(
      `data/${file} line 1: the columns must be ${columns.join()}, got ${head?.join() ?? 'nothing'}.`
    )
  }
  return records.map((record, index) => {
    const row = schema.safeParse(Object.fromEntries(columns.map((column, place) => [column, record[place]])))
    if (row.success) return row.data
    const issue = row.error.issues[0]
    const column = String(issue?.path[0])
    const got = JSON.stringify(record[columns.indexOf(column)])
    throw new Error(`data/${file} line ${index + 2}: ${column} ${got} is wrong: ${issue?.message}.`)
  })
}

/** One row a line: no field may hold a line break, so a record's place in the file is its line. */
function parseLines(file: string, text: string): string[][] {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`data/${file} is not readable CSV: ${error instanceof Error ? error.message : error}.`)
  }
}
