import { formatLongDay } from '../../../admin-api/market-days/days.ts'
import type { FileRow, ReadOptions } from './file-reading.ts'
import {
  chooseLocalDays,
  chooseReader,
  plainCell,
  readFileDay,
  readFileNumber,
  sumOfFees
} from './read-cells.ts'
import type { Meaning, RowEntry } from './row-entry.ts'

const textColumns = ['date', 'action', 'symbol', 'description', 'account', 'currency'] as const
const figureColumns = ['shares', 'price', 'fee', 'amount', 'withheld'] as const
type Column = (typeof textColumns)[number] | (typeof figureColumns)[number]

/** Our columns, with the names they have or had in any version of the file. All `fee` columns are added up. */
export type ColumnNames = Partial<Record<Column, readonly string[]>>

/** The columns of a table, and the meaning of its actions. */
export type RowFormat = {
  columns: ColumnNames
  /** Order of dates with slashes that the file itself doesn't prove; `ask` where it depends on the visitor's settings. */
  days: 'month-first' | 'ask'
  /** Every action name by its meaning, separated by commas. */
  actions: Partial<Record<Meaning, string>>
  /** For actions that begin or end with the name of a fund; tried in order after `actions`. */
  patterns?: readonly (readonly [RegExp, Meaning])[]
  /** Adds or corrects what the columns don't say; null drops the row. */
  adjust?: (entry: RowEntry, cellOf: (name: string) => string) => RowEntry | null
}

/** A total or a notice; a damaged row has more cells. */
export const mostCellsOfFooter = 3

export function countFilled({ cells }: FileRow): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

/** `readRow` returns null for footers: rows without a day and without a known action. */
export function rowReader(
  format: RowFormat,
  names: readonly string[],
  body: readonly FileRow[],
  { answers, delimiter }: ReadOptions
) {
  const placesOf = (column: Column) =>
    (format.columns[column] ?? []).map((name) => names.indexOf(name)).filter((index) => index >= 0)
  const places = new Map([...textColumns, ...figureColumns].map((column) => [column, placesOf(column)]))
  const textIn = ({ cells }: FileRow, column: Column) =>
    // A dash is an empty cell.
    (places.get(column) ?? [])
      .map((index) => plainCell(cells[index] ?? ''))
      .find((text) => !/^-*$/.test(text)) ?? ''
  const instants = chooseLocalDays(
    body.map((row) => textIn(row, 'date')),
    answers.instants
  )
  const dayIn = (row: FileRow) => {
    const [asOf] = /\bas of \S*\d/i.exec(textIn(row, 'action')) ?? []
    return { asOf, booked: instants.read(textIn(row, 'date')) }
  }
  const figures = figureColumns.flatMap((column) => places.get(column) ?? [])
  // A damaged row must not decide about others.
  const whole = body.filter(({ fault }) => fault === undefined)
  const numbers = chooseReader(
    whole.flatMap(({ cells }) => figures.map((index) => cells[index] ?? '')),
    {
      noun: 'number',
      answerTo: (decimals) => ({ decimals }),
      read: readFileNumber,
      ways: ['point', 'comma'],
      chosen: answers.decimals,
      // Semicolons separate the cells where a comma separates decimals.
      isUsual: (cell) => delimiter !== ';' && !cell.includes(','),
      label: (number) =>
        number?.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 3 }) ?? ''
    }
  )
  const days = chooseReader(
    whole.flatMap((row) => {
      const { asOf, booked } = dayIn(row)
      return [asOf, booked, booked.replace(/ as of .*/i, '')].filter((text) => text !== undefined)
    }),
    {
      noun: 'day',
      answerTo: (order) => ({ days: order }),
      read: readFileDay,
      ways: ['month-first', 'day-first'],
      chosen: answers.days,
      isUsual: () => format.days === 'month-first',
      label: (day) => formatLongDay(day ?? '')
    }
  )
  const meanings = new Map(
    Object.entries(format.actions).flatMap(([meaning, list]) =>
      list.split(/,\s*/).map((name) => [name, meaning as Meaning])
    )
  )
  const readRow = (row: FileRow): RowEntry | null => {
    const { cells } = row
    const cellOf = (name: string) => plainCell(cells[names.indexOf(name)] ?? '')
    const textOf = (column: Column) => textIn(row, column)
    const numberOf = (column: Column) => numbers.read(textOf(column))
    const action = textOf('action').replace(/\s+/g, ' ')
    const { asOf, booked } = dayIn(row)
    const bookedOn = days.read(booked)
    const date = (asOf === undefined ? null : days.read(asOf)) ?? bookedOn
    const name = action.trim().toLowerCase()
    const meaning = meanings.get(name) ?? format.patterns?.find(([pattern]) => pattern.test(name))?.[1]
    const isFooter = countFilled(row) <= mostCellsOfFooter
    if (date === null && meaning === undefined && isFooter && !/^\d/.test(booked)) return null
    // What earlier versions read as the day: of an instant, that in UTC.
    const isInstant = booked !== textOf('date')
    const formerDay = isInstant ? readFileDay(textOf('date'), 'month-first') : bookedOn
    const fees = (places.get('fee') ?? []).map((index) => numbers.read(cells[index] ?? '') ?? 0)
    const entry: RowEntry = {
      action,
      meaning,
      date,
      dayText: textOf('date'),
      symbol: textOf('symbol').toUpperCase(),
      description: textOf('description').replace(/\s+/g, ' '),
      shares: numberOf('shares'),
      price: numberOf('price'),
      amount: numberOf('amount'),
      withheld: numberOf('withheld'),
      fee: sumOfFees(fees),
      account: textOf('account').replaceAll('"', '').slice(0, 60),
      currency: textOf('currency').toUpperCase(),
      ...(formerDay !== date && formerDay !== null && { formerly: { date: formerDay } })
    }
    return format.adjust === undefined ? entry : format.adjust(entry, cellOf)
  }
  return { readRow, question: numbers.question ?? days.question ?? instants.question }
}
