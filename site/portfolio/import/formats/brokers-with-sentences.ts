import { addSessions } from '../../../../admin-api/market-days/market-calendar.ts'
import { columnFormat } from '../column-format.ts'
import type { FileFormat } from '../file-reading.ts'
import { readFileNumber } from '../read-cells.ts'
import type { RowEntry } from '../row-entry.ts'

/**
 * Activity & Orders, one or all accounts. Actions are sentences: 'YOU BOUGHT YIELDMAX ... (MSTY) (Cash)'. Columns
 * changed in 2023 ('Price ($)') and 2025 ('Price', 'Exchange Quantity'); some exports shorten 'Run Date' to 'Date'.
 */
const fidelity = columnFormat({
  name: 'Fidelity',
  headers: [
    ['run date', 'action', 'symbol', 'settlement date'],
    ['date', 'action', 'symbol', 'description', 'type', 'settlement date'],
    ['date', 'action', 'symbol', 'description', 'total amount', 'account']
  ],
  columns: {
    date: ['run date', 'date'],
    action: ['action'],
    symbol: ['symbol'],
    description: ['description', 'security description'],
    shares: ['quantity'],
    price: ['price ($)', 'price'],
    fee: ['commission ($)', 'commission', 'fees ($)', 'fees'],
    amount: ['amount ($)', 'amount', 'total amount'],
    account: ['account', 'account name', 'account number'],
    currency: ['currency']
  },
  days: 'month-first',
  isNewestFirst: true,
  actions: {},
  patterns: [
    [/^(?:reverse split|stock split|distribution)|r\/s (?:from|to) /, 'split'],
    [/^in lieu of/, 'cash-in-lieu'],
    [/^(?:(?:you )?(?:bought|sold|buy|sell) (?:to )?(?:open|clos)|expired|assigned|exercised)/, 'skip'],
    [/^(?:you )?(?:bought|buy) (?:short cover|to cover)/, 'buy-to-cover'],
    [/^(?:you )?(?:sold|sell) short/, 'sell-short'],
    [/^(?:you )?(?:bought|buy)\b/, 'buy'],
    [/^(?:you )?(?:sold|sell)\b/, 'sell'],
    [/^reinvestment/, 'reinvest'],
    [/^(?:dividend|(?:non-?)?qualified dividend|ordinary dividend)\b/, 'cash'],
    [/^(?:long|short)-term cap gain/, 'cash'],
    [/^(?:return of capital|royalty tr pymt|special dividend)/, 'cash'],
    [/^(?:foreign tax paid|adj foreign tax|adj non-resident tax|non-resident tax|nra tax)/, 'withheld'],
    [/^(?:fee charged|adr fee|foreign custody fee|advisory fee)/, 'fee'],
    [/^(?:transfer of assets|transferred from|transferred to|journaled|transfer)/, 'transfer'],
    [
      /^(?:merger|exchanged to|spin ?off|name change|conversion|tender|redemption payout|asset merger)/,
      'by-hand'
    ],
    [
      /^(?:electronic funds transfer|direct (?:deposit|debit)|check (?:received|paid)|wire|cash (?:contribution|advance)|contribution|debit card|bill payment|deposit|withdrawal|partic contr|rollover|co contr|normal distr|early distr|fed(?:eral)? tax|state tax)/,
      'skip'
    ],
    [
      /^(?:interest|muni(?:cipal)? (?:exempt|taxable) int|margin interest|accrued int|purchase into core|redemption from core|no description|bank|cash credit|adjustment to core)/,
      'skip'
    ]
  ],
  adjust: (entry, cellOf) => {
    // Options: ' -MSTY260515C25'.
    const isOption =
      /^-?[A-Z]+\d{6}[CP][\d.]+$/.test(entry.symbol.trim()) || /^(?:call|put) \(/i.test(entry.description)
    if (isOption) return { ...entry, action: 'Options', meaning: 'skip' }
    // Some exports have the split in the description of a row called 'YOU SOLD'.
    const isSplit = /^reverse split|r\/s (?:from|to) /i.test(entry.description)
    const isHalf = /r\/s (?:from|to) /i.test(`${entry.action} ${entry.description}`)
    if (isSplit || isHalf) return { ...entry, meaning: 'split', isHalf }
    // The type is that of the position: 'Cash', 'Margin' or 'Short'.
    if (cellOf('type').toLowerCase() !== 'short') return entry
    const isTrade = entry.meaning === 'buy' || entry.meaning === 'sell'
    return isTrade ? { ...entry, meaning: entry.meaning === 'buy' ? 'buy-to-cover' : 'sell-short' } : entry
  }
})

/**
 * Activity. The action is the beginning of 'Description', or 'Description 1'. The newest export has settlement dates
 * only, and the account in its title.
 */
const merrill = columnFormat({
  name: 'Merrill',
  headers: [
    ['settlement date', 'description', 'type', 'symbol/ cusip', 'quantity', 'amount'],
    ['trade date', 'settlement date', 'description 1', 'symbol/cusip #', 'quantity', 'amount ($)']
  ],
  columns: {
    date: ['trade date', 'settlement date'],
    action: ['description', 'description 1'],
    symbol: ['symbol/ cusip', 'symbol/cusip #'],
    description: ['description 2'],
    shares: ['quantity'],
    price: ['price', 'price ($)'],
    amount: ['amount', 'amount ($)'],
    account: ['account', 'account nickname', 'account #']
  },
  days: 'month-first',
  isNewestFirst: true,
  actions: {},
  patterns: [
    [/^purchase/, 'buy'],
    [/^(?:sale|fractional share sale)/, 'sell'],
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
  adjust: (entry, cellOf) =>
    signed(fractionSold(reinvested(cellOf('trade date') === '' ? onTradeDay(entry) : entry))),
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

/** 'Fractional Share Sale ... SALE PRICE $57.00000 QTY SOLD .0067': what was left when reinvesting ended. */
function fractionSold(entry: RowEntry): RowEntry {
  const [, sold] = /^fractional share sale.*QTY SOLD\s+([\d,.]+)/i.exec(entry.action) ?? []
  return sold === undefined
    ? entry
    : { ...entry, shares: entry.shares ?? -(readFileNumber(sold, 'point') ?? 0) }
}

function signed(entry: RowEntry): RowEntry {
  const isOut = entry.meaning === 'transfer' && /transfer out|delivered/i.test(entry.action)
  return isOut && entry.shares !== null ? { ...entry, shares: -Math.abs(entry.shares) } : entry
}

/** Brokers that describe each action in a sentence. */
export const brokersWithSentences: readonly FileFormat[] = [fidelity, merrill]
