import { columnFormat } from '../column-format.ts'

/**
 * Activity & Orders, one or all accounts. Actions are sentences: 'YOU BOUGHT YIELDMAX ... (MSTY) (Cash)'. Columns
 * changed in 2023 ('Price ($)') and 2025 ('Price', 'Exchange Quantity'); some exports shorten 'Run Date' to 'Date'.
 */
export const fidelity = columnFormat({
  name: 'Fidelity',
  headers: [
    ['run date', 'action', 'symbol', 'settlement date'],
    ['date', 'action', 'symbol', 'description', 'type', 'settlement date'],
    ['date', 'action', 'symbol', 'description', 'total amount', 'account']
  ],
  columns: `date: run date | date, action, symbol, description: description | security description,
    shares: quantity, price: price ($) | price, fee: commission ($) | commission | fees ($) | fees,
    amount: amount ($) | amount | total amount, account: account | account name | account number, currency`,
  days: 'month-first',
  isNewestFirst: true,
  actions: {},
  patterns: [
    [/^(?:reverse split|stock split|distribution)|r\/s (?:from|to) /, 'split'],
    [/^in lieu of/, 'cash-in-lieu'],
    [/^(?:(?:you )?(?:bought|sold|buy|sell) (?:to )?(?:open|clos)|expired|assigned|exercised)/, 'skip'],
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
  adjust: (entry) => {
    // Options: ' -MSTY260515C25'.
    const isOption =
      /^-?[A-Z]+\d{6}[CP][\d.]+$/.test(entry.symbol.trim()) || /^(?:call|put) \(/i.test(entry.description)
    if (isOption) return { ...entry, action: 'Options', meaning: 'skip' }
    // Some exports have the split in the description of a row called 'YOU SOLD'.
    const isSplit = /^reverse split|r\/s (?:from|to) /i.test(entry.description)
    return isSplit ? { ...entry, meaning: 'split' } : entry
  }
})
