import { columnFormat } from '../column-format.ts'

/** Account activity report. Descriptions have line breaks: name, CUSIP, 'Dividend Reinvestment'. */
export const robinhood = columnFormat({
  name: 'Robinhood',
  headers: [['activity date', 'instrument', 'trans code', 'quantity']],
  columns: `date: activity date, action: trans code, symbol: instrument, description, shares: quantity,
    price, amount`,
  days: 'month-first',
  isNewestFirst: true,
  actions: {
    // bcxl and scxl: canceled purchases and sales.
    buy: 'buy, rec, bcxl',
    sell: 'sell, scxl',
    cash: 'cdiv, mdiv, roc, scap, lcap',
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
    const isReinvested = meaning === 'buy' && /dividend reinvestment/i.test(entry.description)
    const isMoved = meaning === 'split' || meaning === 'transfer'
    // 'S' marks shares that left the account: the old shares of a reverse split, or transferred ones.
    const isOut = action === 'ACATO' || (/S$/.test(cellOf('quantity')) && action !== 'SPL')
    return {
      ...entry,
      ...(isReinvested && { meaning: 'reinvest' as const }),
      ...(/^[BS]CXL$/i.test(action) && { isReversal: true }),
      ...(isMoved && isOut && shares !== null && { shares: -Math.abs(shares) })
    }
  }
})
