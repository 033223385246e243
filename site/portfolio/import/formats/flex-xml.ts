import { readColumns } from '../column-format.ts'
import type { FileReading, FileRow, ReadOptions } from '../file-reading.ts'
import { ibkrHeader, ibkrTable, isExecution, toBalance } from './interactive-brokers.ts'

type Element = Record<string, unknown>

/** Interactive Brokers Flex query as XML, parsed into objects; attributes without a prefix. */
export function readFlexXml(root: unknown, options: ReadOptions): FileReading | null {
  const statements = childrenOf(
    childOf(childOf(root, 'FlexQueryResponse'), 'FlexStatements'),
    'FlexStatement'
  )
  if (statements.length === 0) return null
  const table: FileRow[] = [{ line: 0, cells: ibkrHeader }]
  const balances = []
  const add = (
    account: string,
    { date, action, symbol = '', description = '', ...figures }: Record<string, string>
  ) => {
    const { shares = '', price = '', fee = '', amount = '', currency = '' } = figures
    const cells = [
      date ?? '',
      action ?? '',
      symbol,
      description,
      shares,
      price,
      fee,
      amount,
      currency,
      account
    ]
    table.push({ line: table.length, cells })
  }
  for (const statement of statements) {
    const account = `IBKR ${textOf(statement, 'accountId')}`
    for (const trade of childrenOf(childOf(statement, 'Trades'), 'Trade')) {
      // Orders and lots repeat the executions.
      if (!isExecution(textOf(trade, 'levelOfDetail'))) continue
      add(account, {
        ...fields(trade, {
          ...{ symbol: 'symbol', shares: 'quantity', price: 'tradePrice' },
          fee: 'ibCommission'
        }),
        action: textOf(trade, 'assetCategory') || 'STK',
        description: /\(ca\.\)/i.test(textOf(trade, 'buySell')) ? 'Ca' : textOf(trade, 'notes'),
        ...fields(trade, { amount: 'proceeds', currency: 'currency' }),
        date: textOf(trade, 'tradeDate') || textOf(trade, 'dateTime')
      })
    }
    for (const cash of childrenOf(childOf(statement, 'CashTransactions'), 'CashTransaction')) {
      if (textOf(cash, 'levelOfDetail') === 'SUMMARY') continue
      add(account, {
        ...fields(cash, { action: 'type', symbol: 'symbol', description: 'description', amount: 'amount' }),
        ...fields(cash, { currency: 'currency' }),
        date: textOf(cash, 'settleDate') || textOf(cash, 'dateTime')
      })
    }
    for (const change of childrenOf(childOf(statement, 'CorporateActions'), 'CorporateAction'))
      add(account, {
        ...fields(change, { date: 'reportDate', symbol: 'symbol', shares: 'quantity', amount: 'proceeds' }),
        ...fields(change, { currency: 'currency' }),
        action: 'Corporate action',
        description: textOf(change, 'actionDescription') || textOf(change, 'description')
      })
    for (const transfer of childrenOf(childOf(statement, 'Transfers'), 'Transfer'))
      add(account, {
        ...fields(transfer, { date: 'date', symbol: 'symbol', shares: 'quantity', currency: 'currency' }),
        action: 'Transfer'
      })
    for (const position of childrenOf(childOf(statement, 'OpenPositions'), 'OpenPosition')) {
      if (textOf(position, 'levelOfDetail') !== 'LOT')
        balances.push(...toBalance(account, textOf(position, 'symbol'), textOf(position, 'position')))
    }
  }
  return { ...readColumns(ibkrTable, table, options), hasAccounts: true, balances }
}

function fields(element: Element, names: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([field, name]) => [field, textOf(element, name)]))
}

export function childOf(element: unknown, name: string): unknown {
  return isElement(element) ? element[name] : undefined
}

/** Children of one name; the parser returns a single child without a list. */
export function childrenOf(element: unknown, name: string): Element[] {
  const child = childOf(element, name)
  return (Array.isArray(child) ? child : [child]).filter(isElement)
}

export function textOf(element: unknown, name: string): string {
  const value = childOf(element, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
