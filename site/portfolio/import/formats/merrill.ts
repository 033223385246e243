import { addSessions } from '../../../../admin-api/market-days/market-calendar.ts'
import { columnFormat } from '../column-format.ts'
import { readFileNumber } from '../read-cells.ts'
import type { RowEntry } from '../read-entries.ts'

/**
 * Activity. The action is the beginning of 'Description', or 'Description 1'. The newest export has settlement dates
 * only, and the account in its title.
 */
export const merrill = columnFormat({
  name: 'Merrill',
  headers: [
    ['settlement date', 'description', 'type', 'symbol/ cusip', 'quantity', 'amount'],
    ['trade date', 'settlement date', 'description 1', 'symbol/cusip #', 'quantity', 'amount ($)']
  ],
  columns: `date: trade date | settlement date, action: description | description 1,
    symbol: symbol/ cusip | symbol/cusip #, description: description 2, shares: quantity,
    price: price | price ($), amount: amount | amount ($), account: account | account nickname | account #`,
  days: 'month-first',
  isNewestFirst: true,
  actions: {},
  patterns: [
    [/^purchase/, 'buy'],
    [/^sale/, 'sell'],
    [/^(?:reinvestment share|dividend reinvestment share)/, 'reinvest'],
    // Placeholders that cancel each other.
    [/^stock dividend due bill/, 'skip'],
    [/^(?:reverse split|stock split|split|stock dividend)/, 'split'],
    [/^cash in lieu/, 'cash-in-lieu'],
    [
      /^(?:dividend|foreign dividend|qualified dividend|special dividend|return of capital|(?:long|short) term capital gain|lt cap gain|st cap gain|reinvestment program dividend)/,
      'cash'
    ],
    [/^(?:withholding tax|foreign tax|non-resident alien tax|tax withholding|nra withholding)/, 'withheld'],
    [/^(?:advisory|adr fee|depository fee|fee)/, 'fee'],
    [
      /^(?:security transfer|transfer|journal entry|account transfer|securities received|securities delivered|acat)/,
      'transfer'
    ],
    [/^(?:merger|exchange|spin-?off|name change|tender|conversion|redemption)/, 'by-hand'],
    // The payment that bought the shares was booked as 'Dividend'.
    [/^(?:reinvestment program|reinvestment)/, 'skip'],
    [
      /^(?:deposit|withdrawal|electronic|funds? (?:received|transfer)|pre authdebit|check|wire|contribution|direct deposit|bank (?:deposit|interest)|interest|margin interest|ml (?:bank|direct) deposit|opening balance|closing balance|option|visa|bill pay|stock lending|other income)/,
      'skip'
    ]
  ],
  adjust: (entry, cellOf) => signed(reinvested(cellOf('trade date') === '' ? onTradeDay(entry) : entry)),
  noteOn: (names) =>
    names.includes('trade date')
      ? undefined
      : 'This export has settlement dates only. Trade dates are calculated from them: check purchases around ex-dates and sales at the end of a year.',
  accountIn: (titles) =>
    /selected account\(s\):\s*([^\n]+)/i.exec(titles)?.[1]?.replaceAll('"', '').trim().slice(0, 60)
})

/** Trades settle after one session since May 28, 2024, two since September 5, 2017, and three before. */
function onTradeDay(entry: RowEntry): RowEntry {
  const { meaning, date } = entry
  if (date === null || (meaning !== 'buy' && meaning !== 'sell')) return entry
  const sessions = date >= '2024-05-29' ? 1 : date >= '2017-09-07' ? 2 : 3
  return { ...entry, date: addSessions(date, -sessions), formerly: { date } }
}

/** 'Reinvestment Share(s) ... REINV AMT $14.23 REINV PRICE $659.38 REINV SHRS .0216'. */
function reinvested(entry: RowEntry): RowEntry {
  if (entry.meaning !== 'reinvest') return entry
  const figure = (pattern: RegExp) => readFileNumber(pattern.exec(entry.action)?.[1] ?? '', 'point')
  return {
    ...entry,
    shares: entry.shares ?? figure(/REINV SHRS?\s+([\d,.]+)/i),
    amount: entry.amount ?? -(figure(/REINV AMT\s+\$?([\d,.]+)/i) ?? 0)
  }
}

function signed(entry: RowEntry): RowEntry {
  const isOut = entry.meaning === 'transfer' && /transfer out|delivered/i.test(entry.action)
  return isOut && entry.shares !== null ? { ...entry, shares: -Math.abs(entry.shares) } : entry
}
