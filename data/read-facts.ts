import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type * as z from 'zod'
import { checkFacts } from './check-facts.ts'
import {
  DividendFact,
  type Facts,
  FamilyFact,
  FormerSymbolFact,
  FundFact,
  IdentifierFact,
  PriceFact,
  RocFact,
  SplitFact,
  UnderlyingFact
} from './schema.ts'

/**
 * Reads and checks the data files. Rows keep the order of the file: families in display order, others by symbol and day.
 * @throws Error with file, line and fault of the first impossible value
 */
export function readDataFolder(folder: string = import.meta.dirname): Facts {
  const facts: Facts = {
    families: readFamilies(folder),
    funds: readFunds(folder),
    dividends: readRows(folder, 'dividends.csv', DividendFact),
    prices: readRows(folder, 'prices.csv', PriceFact),
    splits: readRows(folder, 'splits.csv', SplitFact),
    returnOfCapital: readRows(folder, 'roc.csv', RocFact),
    underlyings: readRows(folder, 'underlyings.csv', UnderlyingFact),
    formerSymbols: readFormerSymbols(folder),
    identifiers: readIdentifiers(folder)
  }
  checkFacts(facts)
  return facts
}

/** Reads only the families, in display order. @throws Error with file, line and fault */
export function readFamilies(folder: string = import.meta.dirname): FamilyFact[] {
  return readRows(folder, 'families.csv', FamilyFact)
}

/** Reads only the funds. @throws Error with file, line and fault */
export function readFunds(folder: string = import.meta.dirname): FundFact[] {
  return readRows(folder, 'funds.csv', FundFact)
}

/** Reads only the other symbols of the funds, by former symbol. @throws Error with file, line and fault */
export function readFormerSymbols(folder: string = import.meta.dirname): FormerSymbolFact[] {
  return readRows(folder, 'former-symbols.csv', FormerSymbolFact)
}

/** Reads only the CUSIPs and ISINs, former ones before the current one. @throws Error with file, line and fault */
export function readIdentifiers(folder: string = import.meta.dirname): IdentifierFact[] {
  return readRows(folder, 'identifiers.csv', IdentifierFact)
}

/** Reads the symbols of the funds without the CSV parser, which takes 25 ms on its first use. */
export function readSymbols(folder: string = import.meta.dirname): string[] {
  const [, ...lines] = readFileSync(join(folder, 'funds.csv'), 'utf8').trimEnd().split('\n')
  return lines.map((line) => line.slice(0, line.indexOf(',')))
}

/**
 * Reads the rows of one fund from the day `since` on, and all of its splits, in less than a hundredth of the time it
 * takes to read all rows. Consistency across rows is not checked.
 * @throws Error with file, line and fault
 */
export function readFactsOfFund(
  symbol: string,
  since: string,
  folder: string = import.meta.dirname
): FactsOfFund {
  return {
    dividends: readRows(folder, 'dividends.csv', DividendFact, { symbol, since }),
    prices: readRows(folder, 'prices.csv', PriceFact, { symbol, since }),
    splits: readRows(folder, 'splits.csv', SplitFact, { symbol, since: '' })
  }
}

export type FactsOfFund = Pick<Facts, 'dividends' | 'prices' | 'splits'>

const files = [
  'families',
  'funds',
  'dividends',
  'prices',
  'splits',
  'roc',
  'underlyings',
  'former-symbols',
  'identifiers'
]

/** Returns the SHA-256 of the files. @throws Error when one can't be read */
export function digestDataFolder(folder: string = import.meta.dirname): string {
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(readFileSync(join(folder, `${name}.csv`)))
  return hash.digest('hex')
}

/** @param only limits the result to the rows of one fund since a day; rows are sorted by fund and day */
function readRows<Row extends z.ZodObject>(
  folder: string,
  file: string,
  schema: Row,
  only?: { symbol: string; since: string }
): z.output<Row>[] {
  const path = join(folder, file)
  const { lines, countBefore } =
    only === undefined
      ? { lines: readFileSync(path, 'utf8'), countBefore: () => 0 }
      : linesOf(readCached(path), `\n${only.symbol},`, only.since)
  const [head, ...records] = parseLines(file, lines)
  const columns = Object.keys(schema.shape)
  if (head?.join() !== columns.join()) {
    throw new Error(
      `data/${file} line 1: the columns must be ${columns.join()}, got ${head?.join() ?? 'nothing'}.`
    )
  }
  return records.map((record, index) => {
    // A loop, because Object.fromEntries() would take as long as the validation.
    const fields: Record<string, string | undefined> = {}
    for (const [i, column] of columns.entries()) fields[column] = record[i]
    const row = schema.safeParse(fields)
    if (row.success) return row.data
    const issue = row.error.issues[0]
    const column = String(issue?.path[0])
    const got = JSON.stringify(record[columns.indexOf(column)])
    throw new Error(
      `data/${file} line ${countBefore() + index + 2}: ${column} ${got} is wrong: ${issue?.message}.`
    )
  })
}

const texts = new Map<string, string>()

/** Reads a file once and caches its text, because it is read for one fund after the other. */
function readCached(path: string): string {
  const text = texts.get(path) ?? readFileSync(path, 'utf8')
  texts.set(path, text)
  return text
}

/** Finds the header and the lines with this beginning from a day on; `countBefore` counts the lines between. */
function linesOf(
  text: string,
  beginning: string,
  since: string
): { lines: string; countBefore: () => number } {
  const head = text.slice(0, text.indexOf('\n'))
  let start = text.indexOf(beginning)
  if (start === -1) return { lines: head, countBefore: () => 0 }
  const isEarlier = () => {
    const day = start + beginning.length
    return text.startsWith(beginning, start) && text.slice(day, day + since.length) < since
  }
  while (isEarlier()) start = text.indexOf('\n', start + 1)
  let end = start
  while (text.startsWith(beginning, end)) end = text.indexOf('\n', end + 1)
  return {
    lines: head + text.slice(start, end),
    countBefore: () => text.slice(0, start).split('\n').length - 1
  }
}

/** Fields contain no line breaks, so the index of a record gives its line. */
function parseLines(file: string, text: string): string[][] {
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`data/${file} is not readable CSV: ${error instanceof Error ? error.message : error}.`)
  }
}
