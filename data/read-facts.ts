import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type * as z from 'zod'
import { checkFacts } from './check-facts.ts'
import { DividendFact, type Facts, FamilyFact, FundFact, PriceFact, RocFact, SplitFact } from './schema.ts'

/**
 * Reads and checks the six data files. Rows keep the order of the file: families as shown, others by symbol and day.
 * @throws Error with file, line and fault of the first impossible value
 */
export function readDataFolder(folder: string = import.meta.dirname): Facts {
  const facts: Facts = {
    families: readFamilies(folder),
    funds: readRows(folder, 'funds.csv', FundFact),
    dividends: readRows(folder, 'dividends.csv', DividendFact),
    prices: readRows(folder, 'prices.csv', PriceFact),
    splits: readRows(folder, 'splits.csv', SplitFact),
    returnOfCapital: readRows(folder, 'roc.csv', RocFact)
  }
  checkFacts(facts)
  return facts
}

/** The families alone, in display order. @throws Error with file, line and fault */
export function readFamilies(folder: string = import.meta.dirname): FamilyFact[] {
  return readRows(folder, 'families.csv', FamilyFact)
}

/** SHA-256 over the six files. @throws Error when one can't be read */
export function digestDataFolder(folder: string = import.meta.dirname): string {
  const hash = createHash('sha256')
  for (const file of ['families.csv', 'funds.csv', 'dividends.csv', 'prices.csv', 'splits.csv', 'roc.csv'])
    hash.update(file).update(readFileSync(join(folder, file)))
  return hash.digest('hex')
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
    const row = schema.safeParse(Object.fromEntries(columns.map((column, i) => [column, record[i]])))
    if (row.success) return row.data
    const issue = row.error.issues[0]
    const column = String(issue?.path[0])
    const got = JSON.stringify(record[columns.indexOf(column)])
    throw new Error(`data/${file} line ${index + 2}: ${column} ${got} is wrong: ${issue?.message}.`)
  })
}

/** Fields contain no line breaks, so the index of a record gives its line. */
function parseLines(file: string, text: string): string[][] {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`data/${file} is not readable CSV: ${error instanceof Error ? error.message : error}.`)
  }
}
