import { queryParam } from '../lib/query-param.ts'
import type { CurrentSymbols } from './ledger/match-transactions.ts'
import type { Transaction } from './ledger/transaction.ts'
import { mergeBackup } from './merge-backup.ts'
import {
  type DividendForm,
  type DividendParts,
  emptyPortfolio,
  type ImportedFile,
  type Portfolio,
  type ReadPortfolio,
  type Settings
} from './stored-portfolio.ts'

/** Element beside the page's heading, for the buttons of a portfolio. */
export const headingRoomId = 'fleet-tools'

type Lists = Pick<
  Portfolio,
  'transactions' | 'methods' | 'kinds' | 'plans' | 'prices' | 'forms' | 'parts' | 'imports' | 'setAside'
>

/** A visitor's change. `put`: an entry replaces the one with the same key, or is added. */
export type PortfolioChange =
  | ({ type: 'put' } & Partial<Lists>)
  | { type: 'import'; transactions: readonly Transaction[]; file: Pick<ImportedFile, 'id' | 'name' | 'day'> }
  | { type: 'undo-import'; id: string }
  | { type: 'remove'; id: string }
  | { type: 'delete-set-aside' }
  /** `symbols`: current symbol by every symbol, so that a transaction under a former one is recognized. */
  | { type: 'restore'; portfolio: Portfolio; symbols?: CurrentSymbols }
  | { type: 'set'; settings: Partial<Settings> }
  | { type: 'clear' }

/**
 * Storage state. `unread`: not read yet. `full`: what is shown couldn't be saved, so the stored data is older.
 * `closed`: storage is blocked. `unreadable`: stored data can't be read and stays unchanged.
 */
type StorageState = 'unread' | 'saved' | 'full' | 'closed' | 'unreadable'

export type PortfolioState = {
  own: Portfolio
  /** Example portfolio; while it is shown, changes apply to it and aren't saved. */
  example: Portfolio | null
  storage: StorageState
  /** Stored text that can't be read. */
  unreadable: string | null
}

export const unreadPortfolio: PortfolioState = {
  own: emptyPortfolio,
  example: null,
  storage: 'unread',
  unreadable: null
}

export type PortfolioEvent =
  /** Content of storage: at startup, before a change, and after another tab's write. */
  | { type: 'read'; found: ReadPortfolio }
  | { type: 'changed'; change: PortfolioChange }
  | { type: 'written'; isSaved: boolean }
  | { type: 'example-shown'; portfolio: Portfolio }
  | { type: 'example-left' }

export function reducePortfolio(state: PortfolioState, event: PortfolioEvent): PortfolioState {
  switch (event.type) {
    case 'read':
      return afterRead(state, event.found)
    case 'changed':
      if (state.example !== null) return { ...state, example: changePortfolio(state.example, event.change) }
      return { ...state, own: changePortfolio(state.own, event.change) }
    case 'written':
      return { ...state, storage: event.isSaved ? 'saved' : state.storage === 'closed' ? 'closed' : 'full' }
    case 'example-shown':
      return { ...state, example: event.portfolio }
    case 'example-left':
      return { ...state, example: null }
  }
}

/** The portfolio on screen. */
export function shownPortfolio({ own, example }: PortfolioState): Portfolio {
  return example ?? own
}

function afterRead(state: PortfolioState, found: ReadPortfolio): PortfolioState {
  if (found.status === 'closed') return { ...state, storage: 'closed' }
  if (found.status === 'unreadable') return { ...state, storage: 'unreadable', unreadable: found.text }
  // Unsaved changes are merged with what another tab wrote.
  if (state.storage === 'full')
    return { ...state, own: withSettingsOf(state.own, putEntries(found.portfolio, state.own)) }
  return { ...state, own: found.portfolio, storage: 'saved', unreadable: null }
}

function changePortfolio(portfolio: Portfolio, change: PortfolioChange): Portfolio {
  switch (change.type) {
    case 'put':
      return putEntries(portfolio, change)
    case 'import':
      return importFile(portfolio, change)
    case 'undo-import':
      return undoImport(portfolio, change.id)
    case 'remove':
      return { ...portfolio, transactions: portfolio.transactions.filter(({ id }) => id !== change.id) }
    case 'delete-set-aside': {
      const { setAside: _, ...rest } = portfolio
      return rest
    }
    case 'restore':
      return restoreBackup(portfolio, change.portfolio, change.symbols)
    case 'set':
      return { ...portfolio, ...change.settings }
    case 'clear':
      return emptyPortfolio
  }
}

const idOf = ({ id }: { id: string }) => id
const accountOf = ({ account }: { account: string }) => account
const symbolOf = ({ symbol }: { symbol: string }) => symbol
const keyOfParts = ({ account, year, symbol }: DividendParts) => `${year} ${symbol} ${account}`
const keyOfForm = ({ account, year }: DividendForm) => `${year} ${account}`

/** Lists that aren't given stay as they are. */
function putEntries(portfolio: Portfolio, lists: Partial<Lists>): Portfolio {
  const { transactions, methods, kinds, plans, prices, forms, parts, imports, setAside } = lists
  return {
    ...portfolio,
    ...(transactions && { transactions: putBy(idOf, portfolio.transactions, transactions) }),
    ...(methods && { methods: putBy(accountOf, portfolio.methods, methods) }),
    ...(kinds && { kinds: putBy(accountOf, portfolio.kinds, kinds) }),
    ...(plans && {
      plans: putBy(symbolOf, portfolio.plans, plans).filter(
        (plan) => plan.monthlyDollars !== 0 || plan.isReinvested
      )
    }),
    ...(prices && { prices: putBy(symbolOf, portfolio.prices, prices) }),
    ...(forms && { forms: putBy(keyOfForm, portfolio.forms, forms) }),
    ...(parts && { parts: putBy(keyOfParts, portfolio.parts, parts) }),
    ...(imports && { imports: putBy(idOf, portfolio.imports, imports) }),
    ...(setAside && { setAside: putBy(JSON.stringify, portfolio.setAside, setAside) })
  }
}

function putBy<Entry>(
  keyOf: (entry: Entry) => string,
  entries: readonly Entry[] = [],
  put: readonly Entry[]
): Entry[] {
  return [...new Map([...entries, ...put].map((entry) => [keyOf(entry), entry])).values()]
}

/** Adds what a backup has and removes nothing. */
function restoreBackup(
  portfolio: Portfolio,
  backup: Portfolio,
  symbols: CurrentSymbols = new Map()
): Portfolio {
  const { transactions, imports } = mergeBackup(portfolio, backup, symbols)
  const { imports: _, ...lists } = backup
  return withSettingsOf(
    backup,
    putEntries(portfolio, { ...lists, transactions, ...(imports.length > 0 && { imports }) })
  )
}

/** Settings that `newer` lacks stay. */
function withSettingsOf(newer: Portfolio, portfolio: Portfolio): Portfolio {
  return {
    ...portfolio,
    taxPercent: newer.taxPercent ?? portfolio.taxPercent,
    withholdingPercent: newer.withholdingPercent ?? portfolio.withholdingPercent,
    goal: newer.goal ?? portfolio.goal,
    incomeGoal: newer.incomeGoal ?? portfolio.incomeGoal,
    currency: newer.currency ?? portfolio.currency
  }
}

function importFile(
  portfolio: Portfolio,
  { transactions, file }: Extract<PortfolioChange, { type: 'import' }>
): Portfolio {
  const ids = new Set(transactions.map(({ id }) => id))
  const replaced = portfolio.transactions.filter(({ id }) => ids.has(id))
  return putEntries(portfolio, {
    transactions: transactions.map((transaction) => ({ ...transaction, importId: file.id })),
    imports: [{ ...file, count: transactions.length, replaced }]
  })
}

function undoImport(portfolio: Portfolio, importId: string): Portfolio {
  const undone = portfolio.imports?.find(({ id }) => id === importId)
  if (undone === undefined) return portfolio
  const before = new Map(undone.replaced.map((transaction) => [transaction.id, transaction]))
  return {
    ...portfolio,
    transactions: portfolio.transactions.flatMap((transaction) =>
      transaction.importId === importId ? (before.get(transaction.id) ?? []) : [transaction]
    ),
    imports: portfolio.imports?.filter((file) => file !== undone)
  }
}

/** View shown to a visitor without transactions; `portfolio` shows the portfolio. */
export type Opening = 'portfolio' | 'add' | 'import' | 'example'

/** Purchase prefilled by a link from a fund page: `/fleet?add=MSTY&shares=100`. */
export type AddRequest = { symbol: string; shares: string }

export function readAddRequest(): AddRequest | null {
  const symbol = queryParam(location.search, 'add', (text) => text.slice(0, 5).toUpperCase())
  return symbol === null ? null : { symbol, shares: queryParam(location.search, 'shares', String) ?? '' }
}

/** Path of the page without the query, which contains the request. */
export function addressWithout({ pathname, hash }: Location): string {
  return pathname + hash
}

const exampleTrades = [
  ['buy', 'MSTY', 500, '2025-06-02'],
  ['buy', 'MSTY', 40, '2026-02-02'],
  ['sell', 'MSTY', 60, '2026-05-04'],
  ['buy', 'NVDY', 250, '2025-03-03'],
  ['buy', 'XDTE', 62.5, '2025-01-06'],
  ['reinvest', 'XDTE', 1.25, '2026-03-13'],
  ['buy', 'YMAX', 300, '2025-09-02']
] as const

/** Invented: three families, a reverse split, a change of frequency, fractions. */
export const examplePortfolio: Portfolio = {
  ...emptyPortfolio,
  transactions: exampleTrades.map(([type, symbol, shares, date]) => {
    return { id: `example-${symbol}-${date}`, account: '', type, symbol, date, shares, price: null, fee: 0 }
  }),
  taxPercent: 22,
  goal: 25_000
}
