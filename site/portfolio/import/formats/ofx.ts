import { daysBetween } from '../../../../admin-api/market-days/days.ts'
import { type ColumnFormat, readColumns } from '../column-format.ts'
import type { FileBalance, FileReading, FileRow, ReadOptions } from '../file-reading.ts'
import { childOf, childrenOf, readFileDay, readFileNumber, textOf } from '../read-cells.ts'

const table: ColumnFormat = {
  name: 'OFX',
  headers: [['date', 'action', 'symbol', 'shares', 'price', 'fee', 'fees', 'amount', 'account', 'currency']],
  columns: {
    date: ['date'],
    action: ['action'],
    symbol: ['symbol'],
    shares: ['shares'],
    price: ['price'],
    fee: ['fee', 'fees'],
    amount: ['amount'],
    account: ['account'],
    currency: ['currency']
  },
  days: 'month-first',
  countsEntries: true,
  actions: {
    buy: 'buystock, buymf, buyother',
    sell: 'sellstock, sellmf, sellother',
    'sell-short': 'sellstock short',
    'buy-to-cover': 'buystock cover',
    reinvest: 'reinvest booked income, buy reinvested',
    drip: 'reinvest',
    cash: 'income div, income cglong, income cgshort, income misc, retofcap',
    'cash-in-lieu': 'split cash',
    withheld: 'invexpense tax',
    fee: 'invexpense',
    split: 'split',
    transfer: 'transfer',
    'by-hand': 'jrnlsec',
    skip: `income interest, invbanktran, margininterest, jrnlfund, buyopt, sellopt, closureopt, buydebt,
      selldebt`
  },
  // Earlier versions read a purchase.
  adjust: (entry) => (entry.action === 'BUY reinvested' ? { ...entry, formerly: { type: 'buy' } } : entry)
}

/**
 * XML text of an OFX or QFX file. Version 1 is SGML, whose values have no closing tags; null if it isn't OFX.
 */
export function ofxToXml(text: string): string | null {
  const start = text.indexOf('<OFX>')
  if (start < 0) return null
  const body = text.slice(start)
  // A value ends at the next tag; an existing closing tag, as in version 2, stays.
  const closed = body.replace(
    /<([A-Z0-9.]+)>([^<\r\n]*[^<\s][^<\r\n]*)(?:<\/\1>)?/g,
    (_, name: string, value: string) => {
      const escaped = value.trim().replace(/&(?!\w+;)/g, '&amp;')
      return `<${name}>${escaped}</${name}>`
    }
  )
  // Removes tags with neither a value nor a closing tag.
  const ends = new Set([...closed.matchAll(/<\/([A-Z0-9.]+)>/g)].map(([, name]) => name))
  return closed.replace(/<([A-Z0-9.]+)>(?=\s*<)/g, (tag, name: string) => (ends.has(name) ? tag : ''))
}

/** Investment statements of an OFX file that was parsed into objects. */
export function readOfx(root: unknown, options: ReadOptions): FileReading | null {
  const ofx = childOf(root, 'OFX')
  if (ofx === undefined) return null
  const symbols = listSymbols(ofx)
  const rows: FileRow[] = [{ line: 0, cells: table.headers[0] as string[] }]
  const balances: FileBalance[] = []
  const symbolIn = (element: unknown) => {
    const id = textOf(element, 'SECID/UNIQUEID')
    return symbols.get(id) ?? id
  }
  for (const statement of childrenOf(ofx, 'INVSTMTMSGSRSV1/INVSTMTTRNRS')) {
    const content = childOf(statement, 'INVSTMTRS')
    const from = childOf(content, 'INVACCTFROM')
    const account = `${textOf(from, 'BROKERID') || 'OFX'} ${textOf(from, 'ACCTID').slice(-4)}`.slice(0, 60)
    const currency = textOf(content, 'CURDEF')
    const list = childOf(content, 'INVTRANLIST')
    const incomes = childrenOf(list, 'INCOME').map(paymentOf)
    for (const action of typeof list === 'object' && list !== null ? Object.keys(list) : [])
      for (const entry of childrenOf(list, action)) {
        // In the standard a reinvestment contains its payment; some brokers also list the payment.
        const isListed =
          action === 'REINVEST' && incomes.some((income) => isSamePayment(income, paymentOf(entry)))
        const name = isListed ? 'REINVEST booked income' : action
        rows.push(...toRows(name, entry, { account, currency, symbolIn, line: rows.length }))
      }
    for (const kind of ['POSSTOCK', 'POSMF', 'POSOTHER'])
      for (const position of childrenOf(content, `INVPOSLIST/${kind}`)) {
        const held = childOf(position, 'INVPOS')
        const shares = readFileNumber(textOf(held, 'UNITS'), 'point')
        if (shares !== null) balances.push({ account, symbol: symbolIn(held), shares })
      }
  }
  return { ...readColumns(table, rows, options), hasAccounts: true, balances }
}

type Payment = { id: string; day: string | null; dollars: number }

function paymentOf(entry: unknown): Payment {
  return {
    id: textOf(entry, 'SECID/UNIQUEID'),
    day: readFileDay(textOf(entry, 'INVTRAN/DTTRADE'), 'month-first'),
    dollars: Math.abs(Number(textOf(entry, 'TOTAL')))
  }
}

/** Brokers reinvest up to some days after they book the payment, and usually all of it. */
function isSamePayment(income: Payment, reinvested: Payment): boolean {
  const days = income.day === null || reinvested.day === null ? 0 : daysBetween(income.day, reinvested.day)
  return income.id === reinvested.id && Math.abs(days) <= 5 && reinvested.dollars <= income.dollars + 0.01
}

type Statement = {
  account: string
  currency: string
  symbolIn: (element: unknown) => string
  line: number
}

function toRows(action: string, entry: unknown, { account, currency, symbolIn, line }: Statement): FileRow[] {
  // Purchases and sales wrap the common fields in one more element.
  const booked = childOf(entry, 'INVBUY') ?? childOf(entry, 'INVSELL') ?? entry
  const transaction = childOf(booked, 'INVTRAN')
  const day = textOf(transaction, 'DTTRADE') || textOf(entry, 'STMTTRN/DTPOSTED')
  if (day === '') return []
  const memo = textOf(transaction, 'MEMO')
  const isTax = action === 'INVEXPENSE' && /w\/h|withh|\btax\b/i.test(memo)
  // Some brokers list the payment and a purchase.
  const isReinvested = /^BUY(?:STOCK|MF|OTHER)$/.test(action) && /reinv|\bdrip\b/i.test(memo)
  const income = action === 'INCOME' ? `${action} ${textOf(booked, 'INCOMETYPE')}` : action
  const isShort = action === 'SELLSTOCK' && textOf(entry, 'SELLTYPE') === 'SELLSHORT'
  const isCover = action === 'BUYSTOCK' && textOf(entry, 'BUYTYPE') === 'BUYTOCOVER'
  const ofTrade = isShort ? `${action} short` : isCover ? `${action} cover` : income
  const kind = isReinvested ? 'BUY reinvested' : isTax ? `${action} tax` : ofTrade
  const isSplit = action === 'SPLIT'
  const oldShares = Number(textOf(booked, 'OLDUNITS'))
  const newShares = Number(textOf(booked, 'NEWUNITS'))
  // Some brokers give the direction by the sign, some by its own field, some by both.
  const direction = textOf(booked, 'TFERACTION').toUpperCase()
  const units = textOf(booked, 'UNITS')
  const unsigned = units.replace(/^[-+]/, '')
  const moved = direction === 'OUT' ? `-${unsigned}` : direction === 'IN' ? unsigned : units
  const shares = isSplit ? String(newShares - oldShares) : moved
  const rowOf = (name: string, amount: string) => ({
    line,
    cells: [
      ...[day, name, symbolIn(booked), shares, textOf(booked, 'UNITPRICE')],
      ...[textOf(booked, 'COMMISSION'), textOf(booked, 'FEES'), amount, account],
      textOf(booked, 'CURRENCY/CURSYM') || currency
    ]
  })
  const cash = textOf(booked, 'FRACCASH')
  return [
    rowOf(kind, textOf(booked, 'TOTAL')),
    ...(isSplit && Number(cash) > 0 ? [rowOf('split cash', cash)] : [])
  ]
}

/** Symbols by security id, usually a CUSIP. */
function listSymbols(ofx: unknown): Map<string, string> {
  const symbols = new Map<string, string>()
  for (const kind of ['STOCKINFO', 'MFINFO', 'OTHERINFO', 'DEBTINFO'])
    for (const security of childrenOf(ofx, `SECLISTMSGSRSV1/SECLIST/${kind}`)) {
      const ticker = textOf(security, 'SECINFO/TICKER')
      if (ticker !== '') symbols.set(textOf(security, 'SECINFO/SECID/UNIQUEID'), ticker)
    }
  return symbols
}
