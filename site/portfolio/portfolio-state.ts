import { queryParam } from '../lib/query-param.ts'
import type { AccountKind, AccountMethod, Transaction } from './ledger/transaction.ts'
import { emptyPortfolio, type Portfolio, type ReadPortfolio, type StoredPlan } from './stored-portfolio.ts'

/** A visitor's change. Transactions are identified by `id`: a known one is replaced, others are added. */
export type PortfolioChange =
  | { type: 'put'; transactions: readonly Transaction[] }
  | { type: 'remove'; id: string }
  | { type: 'delete-set-aside' }
  | { type: 'restore'; portfolio: Portfolio }
  | { type: 'set-method'; method: AccountMethod }
  | { type: 'set-kinds'; kinds: readonly AccountKind[] }
  | { type: 'set-tax'; percent: number | null }
  | { type: 'set-withholding'; percent: number | null }
  | { type: 'set-plan'; plan: StoredPlan }
  | { type: 'set-goal'; goal: number | null }
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
      return { ...portfolio, transactions: putTransactions(portfolio.transactions, change.transactions) }
    case 'remove':
      return { ...portfolio, transactions: portfolio.transactions.filter(({ id }) => id !== change.id) }
    case 'delete-set-aside': {
      const { setAside: _, ...rest } = portfolio
      return rest
    }
    case 'restore':
      return {
        ...portfolio,
        ...withSetAside(portfolio, change.portfolio),
        transactions: putTransactions(portfolio.transactions, change.portfolio.transactions),
        methods: putByAccount(portfolio.methods, change.portfolio.methods),
        ...(change.portfolio.kinds && {
          kinds: putByAccount(portfolio.kinds ?? [], change.portfolio.kinds)
        }),
        taxPercent: change.portfolio.taxPercent ?? portfolio.taxPercent,
        withholdingPercent: change.portfolio.withholdingPercent ?? portfolio.withholdingPercent,
        ...(change.portfolio.plans && {
          plans: change.portfolio.plans.reduce(putPlan, portfolio.plans ?? [])
        }),
        goal: change.portfolio.goal ?? portfolio.goal
      }
    case 'set-method':
      return { ...portfolio, methods: putByAccount(portfolio.methods, [change.method]) }
    case 'set-kinds':
      return { ...portfolio, kinds: putByAccount(portfolio.kinds ?? [], change.kinds) }
    case 'set-tax':
      return { ...portfolio, taxPercent: change.percent }
    case 'set-withholding':
      return { ...portfolio, withholdingPercent: change.percent }
    case 'set-plan':
      return { ...portfolio, plans: putPlan(portfolio.plans ?? [], change.plan) }
    case 'set-goal':
      return { ...portfolio, goal: change.goal }
    case 'clear':
      return emptyPortfolio
  }
}

function putTransactions(existing: readonly Transaction[], put: readonly Transaction[]): Transaction[] {
  const replaced = new Map(put.map((transaction) => [transaction.id, transaction]))
  const known = new Set(existing.map(({ id }) => id))
  return [
    ...existing.map((transaction) => replaced.get(transaction.id) ?? transaction),
    ...put.filter(({ id }) => !known.has(id))
  ]
}

/** Transactions that either portfolio has set aside, equal ones once. */
function withSetAside(...portfolios: readonly Portfolio[]): Pick<Portfolio, 'setAside'> {
  const rows = portfolios.flatMap(({ setAside = [] }) => setAside)
  return rows.length === 0
    ? {}
    : { setAside: [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()] }
}

function putPlan(plans: readonly StoredPlan[], put: StoredPlan): StoredPlan[] {
  const others = plans.filter(({ symbol }) => symbol !== put.symbol)
  return put.monthlyDollars === 0 && !put.isReinvested ? others : [...others, put]
}

function putByAccount<Setting extends { account: string }>(
  settings: readonly Setting[],
  put: readonly Setting[]
): Setting[] {
  const replaced = new Set(put.map(({ account }) => account))
  return [...settings.filter(({ account }) => !replaced.has(account)), ...put]
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

/** Invented: three families, a reverse split, a change of frequency, fractions. */
export const examplePortfolio: Portfolio = {
  ...emptyPortfolio,
  transactions: [
    exampleTrade('buy', 'MSTY', 500, '2025-06-02'),
    exampleTrade('buy', 'MSTY', 40, '2026-02-02'),
    exampleTrade('sell', 'MSTY', 60, '2026-05-04'),
    exampleTrade('buy', 'NVDY', 250, '2025-03-03'),
    exampleTrade('buy', 'XDTE', 62.5, '2025-01-06'),
    exampleTrade('reinvest', 'XDTE', 1.25, '2026-03-13'),
    exampleTrade('buy', 'YMAX', 300, '2025-09-02')
  ],
  taxPercent: 22,
  goal: 25_000
}

function exampleTrade(
  type: 'buy' | 'sell' | 'reinvest',
  symbol: string,
  shares: number,
  date: string
): Transaction {
  return { id: `example-${symbol}-${date}`, account: '', type, symbol, date, shares, price: null, fee: 0 }
}
