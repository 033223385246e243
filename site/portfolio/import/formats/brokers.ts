import { columnFormat } from '../column-format.ts'
import type { FileBalance, FileFormat, FileRow } from '../file-reading.ts'
import { readFileNumber } from '../read-cells.ts'
import type { RowEntry } from '../row-entry.ts'
import { trading212 } from './trading-212.ts'

/** Transactions of a brokerage account, with a title row in older exports and a row of totals. */
const schwab = columnFormat({
  name: 'Schwab',
  headers: [['date', 'action', 'symbol', 'quantity', 'fees & comm', 'amount']],
  columns: {
    date: ['date'],
    action: ['action'],
    symbol: ['symbol'],
    description: ['description'],
    shares: ['quantity'],
    price: ['price'],
    fee: ['fees & comm'],
    amount: ['amount']
  },
  days: 'month-first',
  isNewestFirst: true,
  actions: {
    buy: 'buy, cancel buy',
    sell: 'sell, cancel sell',
    reinvest: 'reinvest shares, reinvestment adj',
    // The payment that bought shares has its own row.
    cash: `reinvest dividend, qual div reinvest, pr yr div reinvest, long term cap gain reinvest,
      short term cap gain reinvest, dividend, cash dividend, qualified dividend, non-qualified div,
      special dividend, special qual div, special non qual div, pr yr cash div, pr yr special div,
      pr yr non-qual div, pr yr qual div, long term cap gain, short term cap gain, return of capital`,
    'cash-in-lieu': 'cash in lieu',
    withheld:
      'nra tax adj, pr yr nra tax, nra withhold, nra withholding, foreign tax paid, backup withholding',
    fee: 'adr mgmt fee',
    'sell-short': 'sell short',
    'buy-to-cover': 'buy to cover',
    split: 'stock split, stock split adj, reverse split, reverse split adj, stock div dist',
    transfer: 'journaled shares, security transfer, internal transfer, journal',
    'by-hand': `stock merger, cash merger, cash merger adj, cash/stock merger, spin-off, name change,
      conversion, mandatory reorg exc, stock plan activity`,
    skip: `buy to open, buy to close, sell to open, sell to close, exchange or exercise, expired, assigned,
      bank interest, credit interest, bond interest, margin interest, moneylink transfer,
      moneylink deposit, moneylink adj, funds received, funds paid, wire sent, wire received,
      wire funds, wire funds received, visa purchase, atm withdrawal, atm rebate, misc cash entry, misc credits, promotional award,
      service fee, advisor fee, margin fee, tax withholding`
  },
  // Symbols of options begin with that of the shares: 'APP 08/22/2025 475.00 C'.
  adjust: (entry) => {
    if (/ \d\d\/\d\d\/\d{4} .* [CP]$/.test(entry.symbol))
      return { ...entry, meaning: entry.meaning && 'skip' }
    if (/^reinvestment adj$/i.test(entry.action)) return adjusted(entry)
    // The added shares of a 'Stock Split' may be one row.
    return {
      ...entry,
      isHalf: /^reverse split|split adj$/i.test(entry.action),
      ...(/^cancel /i.test(entry.action) && { isReversal: true })
    }
  },
  accountIn: (titles) => {
    const [, name] = /for account (.*?) as of/i.exec(titles.replaceAll('\n', ' ')) ?? []
    return name === undefined ? undefined : `Schwab ${name.trim()}`.slice(0, 60)
  }
})

/** Shares that a reinvestment had too few are one of their own; those it had too many are taken away without a sale. */
function adjusted(entry: RowEntry): RowEntry {
  if ((entry.shares ?? 0) === 0) return { ...entry, meaning: 'skip' }
  return (entry.shares ?? 0) < 0 ? { ...entry, meaning: 'correction' } : entry
}

/** Account activity report. Descriptions have line breaks: name, CUSIP, 'Dividend Reinvestment'. */
const robinhood = columnFormat({
  name: 'Robinhood',
  headers: [['activity date', 'instrument', 'trans code', 'quantity']],
  columns: {
    date: ['activity date'],
    action: ['trans code'],
    symbol: ['instrument'],
    description: ['description'],
    shares: ['quantity'],
    price: ['price'],
    amount: ['amount']
  },
  days: 'month-first',
  isNewestFirst: true,
  actions: {
    // bcxl and scxl: canceled purchases and sales.
    buy: 'buy, rec, bcxl',
    sell: 'sell, scxl',
    cash: 'cdiv, mdiv, roc, scap, lcap',
    // cfir also is a contribution to an IRA, which has no fund.
    'cash-in-lieu': 'cil, cfir',
    withheld: 'dtax, nrat',
    fee: 'dfee, afee',
    split: 'spl, spr',
    transfer: 'acati, acato, itrf, jnls',
    'by-hand': 'mrgs, soff, merg, mrgc, conv, sxch',
    skip: `bto, stc, sto, btc, oexp, oasgn, oexcs, oca, occ, jnlc, mtch, crrd, ach, rtp, int, slip, gold,
      gdbp, gmpc, mint, dcf, futswp, xent_cc, xent, misc, wire, dd, bcxfr, cfri`
  },
  adjust: (entry, cellOf) => {
    const { action, meaning, shares } = entry
    const isContribution =
      /^cfir$/i.test(action) && (entry.symbol === '' || /\bira\b|contribut/i.test(entry.description))
    if (isContribution) return { ...entry, meaning: 'skip' }
    if (isCoin(entry)) return { ...entry, action: 'Crypto', meaning: 'skip' }
    const isReinvested = meaning === 'buy' && /dividend reinvestment/i.test(entry.description)
    const isMoved = meaning === 'split' || meaning === 'transfer'
    // 'S' marks shares that left the account: the old shares of a reverse split, or transferred ones.
    const isOut = action === 'ACATO' || (/S$/.test(cellOf('quantity')) && action !== 'SPL')
    return {
      ...entry,
      ...(isReinvested && { meaning: 'reinvest' as const }),
      ...(/^[BS]CXL$/i.test(action) && { isReversal: true }),
      ...(isMoved && isOut && shares !== null && { shares: -Math.abs(shares) }),
      isHalf: /^spr$/i.test(action)
    }
  }
})

const coins =
  /^(?:BTC|ETH|DOGE|LTC|BCH|ETC|BSV|SHIB|AVAX|SOL|XRP|ADA|LINK|UNI|AAVE|COMP|XLM|XTZ|USDC|PEPE|BONK|WIF|TRUMP)$/

/** Shares have their CUSIP in the description; some funds have the symbol of a coin. */
function isCoin({ symbol, description }: RowEntry): boolean {
  return coins.test(symbol) && !/cusip|\b(?:etf|fund|trust)\b/i.test(description)
}

/** OfxDownload.csv: positions of each account, then 18 months of transactions. */
const vanguard = columnFormat({
  name: 'Vanguard',
  headers: [
    ['account number', 'trade date', 'transaction type', 'symbol', 'shares', 'net amount'],
    // 529 plans.
    ['account number', 'trade date', 'process date', 'transaction type', 'investment name', 'shares']
  ],
  columns: {
    date: ['trade date'],
    action: ['transaction type'],
    symbol: ['symbol'],
    description: ['transaction description', 'investment name'],
    shares: ['shares'],
    price: ['share price'],
    fee: ['commission fees', 'commissions and fees'],
    amount: ['net amount'],
    account: ['account number']
  },
  days: 'month-first',
  actions: {
    buy: 'buy, buy cancel',
    sell: 'sell',
    reinvest: 'reinvestment, reinvestment (lt gain), reinvestment (st gain)',
    cash: 'dividend, capital gain (lt), capital gain (st), return of capital',
    'cash-in-lieu': 'cash in lieu, corp action (cash in lieu)',
    withheld: 'withholding, foreign tax withheld',
    fee: 'fee',
    split: 'stock split, reverse split, stock dividend',
    transfer: `transfer, transfer (incoming), transfer (outgoing), conversion (incoming),
      conversion (outgoing), rollover (incoming), rollover (outgoing)`,
    'sell-short': 'sell short',
    'buy-to-cover': 'buy to cover',
    'by-hand': `share conversion, corp action (redemption), corp action (merger), corp action (exchange),
      corp action (sec exchange), corp action (spinoff), merger (incoming), merger (outgoing),
      spin-off`,
    skip: `sweep in, sweep out, funds received, withdrawal, wire in, wire out, interest, interest charge,
      contribution, distribution, buy to open, sell to close, sell to open, buy to close`
  },
  adjust: (entry, cellOf) => {
    const account = accountName(entry.account)
    const isReversal = /cancel/i.test(entry.action)
    // The portfolios of 529 plans have no symbol.
    return cellOf('process date') === ''
      ? { ...entry, account, isReversal }
      : { ...entry, account, meaning: 'skip' }
  },
  otherTables: [['fund account number', 'fund name', 'price', 'shares', 'total value']],
  balancesIn: readBalances
})

function accountName(number: string): string {
  return number === '' ? '' : `Vanguard ${number.slice(-4)}`
}

function readBalances(rows: readonly FileRow[]): FileBalance[] {
  return rows.flatMap(({ cells: [account = '', , symbol = '', shares = ''] }) => {
    const held = readFileNumber(shares, 'point')
    if (!/^\d+$/.test(account.trim()) || symbol.trim() === '' || held === null || Number.isNaN(held))
      return []
    return [{ account: accountName(account.trim()), symbol: symbol.trim().toUpperCase(), shares: held }]
  })
}

/** Transaction history: columns until 2024 and since 2025. */
const etrade = columnFormat({
  name: 'E*TRADE',
  headers: [
    ['transactiondate', 'transactiontype', 'securitytype', 'symbol', 'quantity', 'amount'],
    ['activity/trade date', 'activity type', 'symbol', 'quantity #', 'amount $']
  ],
  columns: {
    date: ['transactiondate', 'activity/trade date', 'transaction date'],
    action: ['transactiontype', 'activity type'],
    symbol: ['symbol'],
    description: ['description'],
    shares: ['quantity', 'quantity #'],
    price: ['price', 'price $'],
    fee: ['commission'],
    amount: ['amount', 'amount $']
  },
  days: 'month-first',
  isNewestFirst: true,
  actions: {
    buy: 'bought, buy',
    sell: 'sold, sell',
    reinvest: 'reinvestment, dividend reinvestment',
    cash: `dividend, qualified dividend, capital gain, lt cap gain distribution, st cap gain distribution,
      return of capital, distribution`,
    'cash-in-lieu': 'cash in lieu',
    withheld: 'tax withholding, foreign tax withheld, foreign tax, nra tax',
    fee: 'fee, service fee',
    split: 'stock split, reverse split, stock dividend',
    transfer: 'security transfer, asset transfer, transfer, transfer in, transfer out',
    'sell-short': 'sold short',
    'buy-to-cover': 'bought to cover',
    'by-hand': 'misc trade, redemption, merger, exchange, spin off, name change, other',
    skip: `bought to open, bought to close, sold to open, sold to close, option expired, option expiration,
      option assigned, option assignment, option exercised, interest, interest income,
      margin interest, deposit, withdrawal, online transfer, funds received, direct debit,
      direct deposit, contribution, wire, adjustment, credit`
  },
  adjust: (entry, cellOf) => {
    // Since 2025 options have the symbol of their shares: 'PUT  IWM    02/27/26   260.000'.
    const isOption =
      cellOf('securitytype').toUpperCase() === 'OPTN' || /^(?:put|call) /i.test(entry.description)
    if (isOption) return { ...entry, action: 'Options', meaning: 'skip' }
    // Shares bought with a dividend are a second row of the type 'Dividend'.
    const isReinvested = entry.meaning === 'cash' && (entry.shares ?? 0) !== 0
    return isReinvested ? { ...entry, meaning: 'reinvest' } : entry
  },
  accountIn: (titles) => {
    // 'Account Activity for Cap 1(-6084) -6354 from 2024-05-03 to 2026-05-03': a name may have numbers, too.
    const [, named] = /account activity for (.*?) from /i.exec(titles) ?? []
    const last = named?.match(/\d{3,}/g)?.at(-1)
    const [, digits] = /account[^0-9]{0,40}?[#xX*-]*(\d{4})\b/i.exec(titles) ?? []
    const number = last?.slice(-4) ?? digits
    return number && `E*TRADE ${number}`
  }
})

/** Brokers whose actions have names. */
export const brokers: readonly FileFormat[] = [schwab, robinhood, vanguard, etrade, trading212]
