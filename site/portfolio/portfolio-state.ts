import { queryParam } from '../lib/query-param.ts'
import type { AccountKind, AccountMethod, Transaction } from './ledger/transaction.ts'
import {
  type DividendForm,
  emptyPortfolio,
  type ImportedFile,
  type Portfolio,
  type ReadPortfolio,
  type Settings,
  type StoredPlan
} from './stored-portfolio.ts'

/** A visitor's change. Transactions are identified by `id`: a known one is replaced, others are added. */
export type PortfolioChange =
  | { type: 'put'; transactions: readonly Transaction[] }
  | { type: 'import'; transactions: readonly Transaction[]; file: Pick<ImportedFile, 'id' | 'name' | 'day'> }
  | { type: 'undo-import'; id: string }
  | { type: 'remove'; id: string }
  | { type: 'delete-set-aside' }
  | { type: 'restore'; portfolio: Portfolio }
  | { type: 'set-method'; method: AccountMethod }
  | { type: 'set-kinds'; kinds: readonly AccountKind[] }
  | { type: 'set'; settings: Partial<Settings> }
  | { type: 'set-plan'; plan: StoredPlan }
  | { type: 'set-form'; form: DividendForm }
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
    return { ...state, own: changePortfolio(found.portfolio, { type: 'restore', portfolio: state.own }) }
  return { ...state, own: found.portfolio, storage: 'saved', unreadable: null }
}

function changePortfolio(portfolio: Portfolio, change: PortfolioChange): Portfolio {
  switch (change.type) {
    case 'put':
      return { ...portfolio, transactions: putBy(idOf, portfolio.transactions, change.transactions) }
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
      return restoreBackup(portfolio, change.portfolio)
    case 'set-method':
      return { ...portfolio, methods: putBy(accountOf, portfolio.methods, [change.method]) }
    case 'set-kinds':
      return { ...portfolio, kinds: putBy(accountOf, portfolio.kinds, change.kinds) }
    case 'set':
      return { ...portfolio, ...change.settings }
    case 'set-plan':
      return { ...portfolio, plans: putPlan(portfolio.plans ?? [], change.plan) }
    case 'set-form':
      return { ...portfolio, forms: putBy(keyOfForm, portfolio.forms, [change.form]) }
    case 'clear':
      return emptyPortfolio
  }
}

const idOf = ({ id }: { id: string }) => id
const keyOfForm = ({ account, year }: DividendForm) => `${year} ${account}`
const accountOf = ({ account }: { account: string }) => account

/** Replaces entries with an equal key in place and adds the others. */
function putBy<Entry>(
  keyOf: (entry: Entry) => string,
  entries: readonly Entry[] = [],
  put: readonly Entry[] = []
): Entry[] {
  return [...new Map([...entries, ...put].map((entry) => [keyOf(entry), entry])).values()]
}

/** Adds what a backup has and removes nothing. */
function restoreBackup(portfolio: Portfolio, backup: Portfolio): Portfolio {
  const { kinds, plans, imports, setAside } = portfolio
  return {
    ...portfolio,
    transactions: putBy(idOf, portfolio.transactions, backup.transactions),
    methods: putBy(accountOf, portfolio.methods, backup.methods),
    ...(backup.kinds && { kinds: putBy(accountOf, kinds, backup.kinds) }),
    taxPercent: backup.taxPercent ?? portfolio.taxPercent,
    withholdingPercent: backup.withholdingPercent ?? portfolio.withholdingPercent,
    ...(backup.plans && { plans: backup.plans.reduce(putPlan, plans ?? []) }),
    goal: backup.goal ?? portfolio.goal,
    incomeGoal: backup.incomeGoal ?? portfolio.incomeGoal,
    currency: backup.currency ?? portfolio.currency,
    ...(backup.forms && { forms: putBy(keyOfForm, portfolio.forms, backup.forms) }),
    ...(backup.imports && { imports: putBy(idOf, imports, backup.imports) }),
    ...(backup.setAside && { setAside: putBy(JSON.stringify, setAside, backup.setAside) })
  }
}

function importFile(
  portfolio: Portfolio,
  { transactions, file }: Extract<PortfolioChange, { type: 'import' }>
): Portfolio {
  const ids = new Set(transactions.map(({ id }) => id))
  const replaced = portfolio.transactions.filter(({ id }) => ids.has(id))
  return {
    ...portfolio,
    transactions: putBy(
      idOf,
      portfolio.transactions,
      transactions.map((transaction) => ({ ...transaction, importId: file.id }))
    ),
    imports: [...(portfolio.imports ?? []), { ...file, count: transactions.length, replaced }]
  }
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

function putPlan(plans: readonly StoredPlan[], put: StoredPlan): StoredPlan[] {
  const others = plans.filter(({ symbol }) => symbol !== put.symbol)
  return put.monthlyDollars === 0 && !put.isReinvested ? others : [...others, put]
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
