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
    buy: 'buy',
    sell: 'sell',
    rec: 'buy',
    cdiv: 'cash',
    mdiv: 'cash',
    roc: 'cash',
    scap: 'cash',
    lcap: 'cash',
    cil: 'cash-in-lieu',
    dtax: 'withheld',
    nrat: 'withheld',
    dfee: 'fee',
    afee: 'fee',
    spl: 'split',
    spr: 'split',
    acati: 'transfer',
    acato: 'transfer',
    itrf: 'transfer',
    mrgs: 'by-hand',
    soff: 'by-hand',
    merg: 'by-hand',
    mrgc: 'by-hand',
    conv: 'by-hand',
    sxch: 'by-hand',
    // Canceled purchases and sales.
    bcxl: 'by-hand',
    scxl: 'by-hand',
    jnls: 'transfer',
    bto: 'skip',
    stc: 'skip',
    sto: 'skip',
    btc: 'skip',
    oexp: 'skip',
    oasgn: 'skip',
    oexcs: 'skip',
    oca: 'skip',
    occ: 'skip',
    jnlc: 'skip',
    mtch: 'skip',
    crrd: 'skip',
    ach: 'skip',
    rtp: 'skip',
    int: 'skip',
    slip: 'skip',
    gold: 'skip',
    gdbp: 'skip',
    gmpc: 'skip',
    mint: 'skip',
    dcf: 'skip',
    futswp: 'skip',
    xent_cc: 'skip',
    xent: 'skip',
    misc: 'skip',
    wire: 'skip',
    dd: 'skip',
    bcxfr: 'skip',
    cfri: 'skip'
  },
  adjust: (entry, cellOf) => signed(reinvested(entry), cellOf('quantity'))
})

function reinvested(entry: RowEntry): RowEntry {
  const isReinvested = entry.meaning === 'buy' && /dividend reinvestment/i.test(entry.description)
  return isReinvested ? { ...entry, meaning: 'reinvest' } : entry
}

/** 'S' marks shares that left: those of a reverse split before the new ones, or those sent elsewhere. */
function signed(entry: RowEntry, quantity: string): RowEntry {
  const isOut = entry.action === 'ACATO' || (/S$/.test(quantity) && entry.action !== 'SPL')
  const isMoved = entry.meaning === 'split' || entry.meaning === 'transfer'
  return isMoved && isOut && entry.shares !== null ? { ...entry, shares: -Math.abs(entry.shares) } : entry
}
