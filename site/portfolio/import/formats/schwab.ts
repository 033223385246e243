import { columnFormat } from '../column-format.ts'

/** Transactions of a brokerage account, with a title row in older exports and a row of totals. */
export const schwab = columnFormat({
  name: 'Schwab',
  headers: [['date', 'action', 'symbol', 'quantity', 'fees & comm', 'amount']],
  columns: 'date, action, symbol, description, shares: quantity, price, fee: fees & comm, amount',
  days: 'month-first',
  isNewestFirst: true,
  actions: {
    buy: 'buy',
    sell: 'sell',
    reinvest: 'reinvest shares',
    // The payment that bought shares has its own row.
    cash: `reinvest dividend, qual div reinvest, pr yr div reinvest, long term cap gain reinvest,
      short term cap gain reinvest, dividend, cash dividend, qualified dividend, non-qualified div,
      special dividend, special qual div, special non qual div, pr yr cash div, pr yr special div,
      pr yr non-qual div, pr yr qual div, long term cap gain, short term cap gain, return of capital`,
    'cash-in-lieu': 'cash in lieu',
    withheld: 'nra tax adj, nra withholding, foreign tax paid, backup withholding',
    fee: 'adr mgmt fee',
    split: 'stock split, reverse split, stock div dist',
    transfer: 'journaled shares, security transfer, internal transfer, journal',
    'by-hand': `stock merger, cash merger, cash merger adj, cash/stock merger, spin-off, name change,
      conversion, mandatory reorg exc, sell short, buy to cover, stock plan activity`,
    skip: `buy to open, buy to close, sell to open, sell to close, exchange or exercise, expired, assigned,
      bank interest, credit interest, bond interest, margin interest, moneylink transfer,
      moneylink deposit, moneylink adj, funds received, funds paid, wire sent, wire received,
      wire funds, visa purchase, atm withdrawal, misc cash entry, misc credits, promotional award,
      service fee, advisor fee, margin fee, tax withholding`
  },
  // Symbols of options begin with that of the shares: 'APP 08/22/2025 475.00 C'.
  adjust: (entry) =>
    / \d\d\/\d\d\/\d{4} .* [CP]$/.test(entry.symbol) ? { ...entry, meaning: entry.meaning && 'skip' } : entry,
  accountIn: (titles) => {
    const [, name] = /for account (.*?) as of/i.exec(titles.replaceAll('\n', ' ')) ?? []
    return name === undefined ? undefined : `Schwab ${name.trim()}`.slice(0, 60)
  }
})
