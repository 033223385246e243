import { columnFormat, type RowEntry } from '../column-format.ts'

/** Account activity report. Descriptions have line breaks: name, CUSIP, 'Dividend Reinvestment'. */
export const robinhood = columnFormat({
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
  actions: {
    buy: 'buy, rec',
    sell: 'sell',
    cash: 'cdiv, mdiv, roc, scap, lcap',
    'cash-in-lieu': 'cil',
    withheld: 'dtax, nrat',
    fee: 'dfee, afee',
    split: 'spl, spr',
    transfer: 'acati, acato, itrf, jnls',
    // bcxl and scxl: canceled purchases and sales.
    'by-hand': 'mrgs, soff, merg, mrgc, conv, sxch, bcxl, scxl',
    skip: `bto, stc, sto, btc, oexp, oasgn, oexcs, oca, occ, jnlc, mtch, crrd, ach, rtp, int, slip, gold,
      gdbp, gmpc, mint, dcf, futswp, xent_cc, xent, misc, wire, dd, bcxfr, cfri`
  },
  adjust: (entry, cellOf) => signed(reinvested(entry), cellOf('quantity'))
})

function reinvested(entry: RowEntry): RowEntry {
  const isReinvested = entry.meaning === 'buy' && /dividend reinvestment/i.test(entry.description)
  return isReinvested ? { ...entry, meaning: 'reinvest' } : entry
}

/** 'S' marks shares that left the account: the old shares of a reverse split, or transferred ones. */
function signed(entry: RowEntry, quantity: string): RowEntry {
  const isOut = entry.action === 'ACATO' || (/S$/.test(quantity) && entry.action !== 'SPL')
  const isMoved = entry.meaning === 'split' || entry.meaning === 'transfer'
  return isMoved && isOut && entry.shares !== null ? { ...entry, shares: -Math.abs(entry.shares) } : entry
}
