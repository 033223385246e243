import { columnFormat } from '../column-format.ts'

/** Activity. Until 2024 the action is the beginning of 'Description', since then it is 'Description 1'. */
export const merrill = columnFormat({
  name: 'Merrill',
  headers: [
    ['trade date', 'settlement date', 'description', 'type', 'symbol/ cusip', 'quantity', 'amount'],
    ['trade date', 'settlement date', 'description 1', 'symbol/cusip #', 'quantity', 'amount ($)']
  ],
  columns: {
    date: ['trade date'],
    action: ['description', 'description 1'],
    symbol: ['symbol/ cusip', 'symbol/cusip #'],
    description: ['description 2'],
    shares: ['quantity'],
    price: ['price', 'price ($)'],
    amount: ['amount', 'amount ($)'],
    account: ['account', 'account nickname', 'account #']
  },
  days: 'month-first',
  actions: {},
  patterns: [
    [/^purchase/, 'buy'],
    [/^sale/, 'sell'],
    [/^(?:reinvestment share|dividend reinvestment share)/, 'reinvest'],
    [/^(?:reverse split|stock split|split|stock dividend)/, 'split'],
    [/^cash in lieu/, 'cash-in-lieu'],
    [
      /^(?:dividend|foreign dividend|qualified dividend|special dividend|return of capital|(?:long|short) term capital gain|lt cap gain|st cap gain|reinvestment program dividend)/,
      'cash'
    ],
    [/^(?:withholding tax|foreign tax|non-resident alien tax|tax withholding|nra withholding)/, 'withheld'],
    [/^(?:advisory|adr fee|depository fee|fee)/, 'fee'],
    [
      /^(?:transfer|journal entry|account transfer|securities received|securities delivered|acat)/,
      'transfer'
    ],
    [/^(?:merger|exchange|spin-?off|name change|tender|conversion|redemption)/, 'by-hand'],
    // The payment that bought the shares was booked as 'Dividend'.
    [/^(?:reinvestment program|reinvestment)/, 'skip'],
    [
      /^(?:deposit|withdrawal|electronic|funds? (?:received|transfer)|pre authdebit|check|wire|contribution|direct deposit|bank (?:deposit|interest)|interest|margin interest|ml (?:bank|direct) deposit|opening balance|closing balance|option|visa|bill pay)/,
      'skip'
    ]
  ]
})
