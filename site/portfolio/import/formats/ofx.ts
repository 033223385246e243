import { type ColumnFormat, readColumns } from '../column-format.ts'
import type { FileBalance, FileReading, FileRow } from '../file-reading.ts'
import { readFileNumber } from '../read-cells.ts'
import { childOf, childrenOf, textOf } from './flex-xml.ts'

const table: ColumnFormat = {
  name: 'OFX',
  headers: [['date', 'action', 'symbol', 'shares', 'price', 'fee', 'amount', 'account']],
  columns: {
    ...{ date: ['date'], action: ['action'], symbol: ['symbol'], shares: ['shares'], price: ['price'] },
    ...{ fee: ['fee'], amount: ['amount'], account: ['account'] }
  },
  days: 'month-first',
  actions: {
    buystock: 'buy',
    buymf: 'buy',
    buyother: 'buy',
    sellstock: 'sell',
    sellmf: 'sell',
    sellother: 'sell',
    reinvest: 'reinvest',
    'income div': 'cash',
    'income cglong': 'cash',
    'income cgshort': 'cash',
    'income misc': 'cash',
    retofcap: 'cash',
    split: 'split',
    'split cash': 'cash-in-lieu',
    transfer: 'transfer',
    invexpense: 'fee',
    'income interest': 'skip',
    invbanktran: 'skip',
    margininterest: 'skip',
    jrnlfund: 'skip',
    buyopt: 'skip',
    sellopt: 'skip',
    closureopt: 'skip',
    buydebt: 'skip',
    selldebt: 'skip',
    jrnlsec: 'by-hand'
  }
}

/**
 * XML text of an OFX or QFX file. Version 1 is SGML, whose values have no closing tags; null if it is no OFX.
 */
export function ofxToXml(text: string): string | null {
  const start = text.indexOf('<OFX>')
  if (start < 0) return null
  const body = text.slice(start)
  // A value ends at the next tag; a closing tag of its own, as in version 2, is left as it is.
  return body.replace(/<([A-Z0-9.]+)>([^<\r\n]+)(?:<\/\1>)?/g, (_, name: string, value: string) => {
    const escaped = value.trim().replace(/&(?!\w+;)/g, '&amp;')
    return `<${name}>${escaped}</${name}>`
  })
}

/** Investment statements of an OFX file that was parsed into objects. */
export function readOfx(root: unknown): FileReading | null {
  const ofx = childOf(root, 'OFX')
  if (ofx === undefined) return null
  const symbols = listSymbols(ofx)
  const rows: FileRow[] = [{ line: 0, cells: table.headers[0] as string[] }]
  const balances: FileBalance[] = []
  const symbolIn = (element: unknown) => {
    const id = textOf(childOf(element, 'SECID'), 'UNIQUEID')
    return symbols.get(id) ?? id
  }
  for (const statement of childrenOf(childOf(ofx, 'INVSTMTMSGSRSV1'), 'INVSTMTTRNRS')) {
    const content = childOf(statement, 'INVSTMTRS')
    const from = childOf(content, 'INVACCTFROM')
    const account = `${textOf(from, 'BROKERID') || 'OFX'} ${textOf(from, 'ACCTID').slice(-4)}`.slice(0, 60)
    const list = childOf(content, 'INVTRANLIST')
    for (const action of typeof list === 'object' && list !== null ? Object.keys(list) : [])
      for (const entry of childrenOf(list, action))
        rows.push(...toRows(action, entry, account, symbolIn, rows.length))
    const positions = childOf(content, 'INVPOSLIST')
    for (const kind of ['POSSTOCK', 'POSMF', 'POSOTHER'])
      for (const position of childrenOf(positions, kind)) {
        const held = childOf(position, 'INVPOS')
        const shares = readFileNumber(textOf(held, 'UNITS'), 'point')
        if (shares !== null) balances.push({ account, symbol: symbolIn(held), shares })
      }
  }
  return { ...readColumns(table, rows), hasAccounts: true, balances }
}

function toRows(
  action: string,
  entry: unknown,
  account: string,
  symbolIn: (element: unknown) => string,
  line: number
): FileRow[] {
  // Purchases and sales wrap the common part once more.
  const booked = childOf(entry, 'INVBUY') ?? childOf(entry, 'INVSELL') ?? entry
  const transaction = childOf(booked, 'INVTRAN')
  const day = textOf(transaction, 'DTTRADE') || textOf(childOf(entry, 'STMTTRN'), 'DTPOSTED')
  if (day === '') return []
  const kind = action === 'INCOME' ? `${action} ${textOf(booked, 'INCOMETYPE')}` : action
  const isSplit = action === 'SPLIT'
  const oldShares = Number(textOf(booked, 'OLDUNITS'))
  const newShares = Number(textOf(booked, 'NEWUNITS'))
  const isOut = textOf(booked, 'TFERACTION') === 'OUT'
  const shares = isSplit ? String(newShares - oldShares) : `${isOut ? '-' : ''}${textOf(booked, 'UNITS')}`
  const rowOf = (name: string, amount: string) => ({
    line,
    cells: [
      ...[day, name, symbolIn(booked), shares, textOf(booked, 'UNITPRICE')],
      ...[textOf(booked, 'COMMISSION'), amount, account]
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
  const list = childOf(childOf(ofx, 'SECLISTMSGSRSV1'), 'SECLIST')
  const symbols = new Map<string, string>()
  for (const kind of ['STOCKINFO', 'MFINFO', 'OTHERINFO', 'DEBTINFO'])
    for (const security of childrenOf(list, kind)) {
      const info = childOf(security, 'SECINFO')
      const ticker = textOf(info, 'TICKER')
      if (ticker !== '') symbols.set(textOf(childOf(info, 'SECID'), 'UNIQUEID'), ticker)
    }
  return symbols
}
