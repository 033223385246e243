import { columnFormat } from '../column-format.ts'

/** Transaction history: columns until 2024 and since 2025. */
export const etrade = columnFormat({
  name: 'E*TRADE',
  headers: [
    ['transactiondate', 'transactiontype', 'securitytype', 'symbol', 'quantity', 'amount'],
    ['activity/trade date', 'activity type', 'symbol', 'quantity #', 'amount $']
  ],
  columns: `date: transactiondate | activity/trade date | transaction date,
    action: transactiontype | activity type, symbol, description, shares: quantity | quantity #,
    price: price | price $, fee: commission, amount: amount | amount $`,
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
    'by-hand': `misc trade, redemption, merger, exchange, spin off, name change, bought to cover, sold short,
      other`,
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
    const isReinvested =
      entry.meaning === 'cash' &&
      (entry.shares ?? 0) !== 0 &&
      ((entry.amount ?? 0) < 0 || (entry.price ?? 0) > 0)
    return isReinvested ? { ...entry, meaning: 'reinvest' } : entry
  },
  accountIn: (titles) => {
    const [, digits] = /account[^0-9]{0,40}?[#xX*-]*(\d{4})\b/i.exec(titles) ?? []
    return digits && `E*TRADE ${digits}`
  }
})
