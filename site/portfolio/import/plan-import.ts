import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { randomKey } from '../../lib/random-key.ts'
import { closeOfDay, type HeldFunds } from '../funds/held-fund.ts'
import { faultOfTransaction, textOfRow } from '../ledger/check-transaction.ts'
import type { LedgerFault } from '../ledger/fund-ledger.ts'
import { keyUnder, matchTransactions } from '../ledger/match-transactions.ts'
import { lastTakenBack, pairTransactions } from '../ledger/pair-transactions.ts'
import { hasSplit, type Ledger, reduceLedger } from '../ledger/reduce-ledger.ts'
import {
  type AccountKind,
  type AccountMethod,
  guessKind,
  isTrade,
  type NewTransaction,
  type Trade,
  type Transaction,
  typeWords
} from '../ledger/transaction.ts'
import { listDoubtfulMoves } from './doubtful-moves.ts'
import type { FileReading, FileTransaction } from './file-reading.ts'
import { addChange } from './pair-rows.ts'

type PlanInput = {
  reading: FileReading
  existing: readonly Transaction[]
  methods: readonly AccountMethod[]
  /** Current symbol by every symbol, former ones included. */
  symbols: ReadonlyMap<string, string>
  /** For splits; funds that aren't loaded have none. */
  funds: HeldFunds
  today: string
  /** Accounts that the visitor decided about: they aren't compared with others. */
  decided?: ReadonlyMap<string, string>
}

/** Outcome of an import, for the preview. Nothing is stored until the visitor confirms. */
export type PlannedImport = AccountPositions & {
  /** Name of the file's format. */
  format: string
  /** New transactions, and hand-entered purchases that the file has too, with their existing ids. */
  added: Transaction[]
  /** Number of transactions of the file that are in the portfolio already. */
  known: number
  /** Number of purchases entered by hand that the file confirms. */
  confirmed: number
  problems: FileReading['problems'][number][]
  /** Whether `line` of a problem counts entries of a file without lines. */
  countsEntries: boolean
  notes: readonly string[]
  /** Current symbols of funds with figures, and symbols of others. */
  covered: string[]
  uncovered: string[]
  /** Rows that weren't read, by their kind, with their number, most first. */
  skipped: [kind: string, count: number][]
  /** New accounts whose names say that they aren't taxable. */
  kinds: AccountKind[]
  /** Accounts of the portfolio that have most of the transactions, by the name of the account in the file. */
  sameAccounts: ReadonlyMap<string, string>
}

/** The accounts and funds of a file after the import. */
type AccountPositions = {
  /** Shares held, and those that the file names; null if it doesn't. */
  positions: { account: string; symbol: string; shares: number; broker: number | null }[]
  /** Removals of shares that the account won't have. */
  faults: LedgerFault[]
  shorts: Trade[]
}

/** Compares a file with the portfolio; each booking is added as often as it is missing there. */
export function planImport(input: PlanInput): PlannedImport {
  const { reading, existing, methods, symbols, funds, today } = input
  const matcher = matchTransactions(existing, symbols)
  const problems = [...reading.problems]
  const added: Transaction[] = []
  /** Ids in the portfolio by ids in the file. */
  const ids = new Map<string, string>()
  const counts = { known: 0, confirmed: 0 }
  const withCurrentSymbol = <Kind extends { symbol: string }>(booking: Kind): Kind => ({
    ...booking,
    symbol: symbols.get(booking.symbol) ?? booking.symbol
  })
  const findExisting = (transaction: NewTransaction, formerly: FileTransaction['formerly']) =>
    matcher.takeEqual(transaction) ??
    (formerly && matcher.takeEqual({ ...transaction, ...formerly } as NewTransaction))
  const add = ({ fileId, formerly, isPriceDoubtful, isHalf, ...read }: FileTransaction) => {
    const transaction: NewTransaction = withCurrentSymbol(read)
    const fault = faultOfTransaction(transaction)
    const reason =
      (fault === null ? null : `${fault} Correct it in the file and import it again.`) ??
      (transaction.date > today
        ? `The day is in the future: ${formatDay(transaction.date)}. Correct it in the file and import it again.`
        : null) ??
      (isPriceDoubtful ? faultOfPrice(transaction, funds) : null) ??
      (isHalf && !hasSplit(funds.get(transaction.symbol)?.splits, transaction.date) ? halfOfSplit : null)
    if (reason !== null) {
      problems.push({ line: 0, text: textOfRow(transaction), reason })
      return
    }
    const stored = findExisting(transaction, formerly)
    if (stored !== undefined) {
      if (fileId !== undefined) ids.set(fileId, stored.id)
      counts.known += 1
      return
    }
    const handEntered = matcher.takeByHand(transaction)
    if (handEntered !== undefined) counts.confirmed += 1
    const id = handEntered?.id ?? randomKey()
    if (fileId !== undefined) ids.set(fileId, id)
    added.push({ ...transaction, id } as Transaction)
  }
  for (const transaction of reading.transactions) add(transaction)
  // Trades of earlier files that aren't taken back yet.
  const { effective } = pairTransactions(existing.map(withCurrentSymbol))
  const open = new Set(effective.filter(isTrade))
  for (const { trade, payments, original, line, text } of reading.reversals ?? []) {
    const { formerly: _, ...cancel } = withCurrentSymbol(trade)
    if (matcher.takeEqual(cancel) !== undefined) counts.known += 1
    else if (original !== undefined) {
      const { formerly, ...first } = withCurrentSymbol(original)
      const stored = findExisting(first, formerly)
      if (stored !== undefined) add(cancel)
    } else {
      const ofFund = [...open].filter(({ symbol }) => symbol === cancel.symbol)
      const taken = lastTakenBack(cancel, ofFund)
      if (taken === undefined) {
        problems.push({ line, text, reason: noTradeToTakeBack })
        continue
      }
      open.delete(taken)
      for (const booking of [cancel, ...payments]) add(booking)
    }
  }
  for (const [index, sale] of added.entries())
    if ('lots' in sale && sale.lots !== undefined) {
      const lots = sale.lots.flatMap(({ id, shares }) => {
        const own = ids.get(id)
        return own === undefined ? [] : [{ id: own, shares }]
      })
      added[index] = { ...sale, lots }
    }
  const replaced = new Set(added.map(({ id }) => id))
  const after = [...existing.filter(({ id }) => !replaced.has(id)).map(withCurrentSymbol), ...added]
  const ledger = reduceLedger(after, funds, methods)
  const named = [...new Set(added.map(({ symbol }) => symbol))].sort()
  const current = new Set(symbols.values())
  return {
    format: reading.format,
    added,
    known: counts.known,
    confirmed: counts.confirmed,
    problems,
    countsEntries: reading.countsEntries === true,
    notes: [...reading.notes, ...listDoubtfulMoves(added, after, { lots: ledger.lots, funds })],
    covered: named.filter((symbol) => current.has(symbol)),
    uncovered: named.filter((symbol) => !current.has(symbol)),
    skipped: [...reading.skipped].sort((a, b) => b[1] - a[1]),
    ...listPositions(ledger, reading, symbols),
    kinds: guessKinds(added, existing),
    sameAccounts: findSameAccounts(input, added)
  }
}

const halfOfSplit = `The other row of this split is missing. ${addChange}`
const noTradeToTakeBack =
  'This row takes back a trade that is neither in this file nor in My Fleet. Import the file with that trade first, then this one again.'

/** Why a reinvestment can't be saved whose price may not be that of the fund; funds that aren't loaded have no closes. */
function faultOfPrice(transaction: NewTransaction, funds: HeldFunds): string | null {
  const { symbol, date } = transaction
  const fund = funds.get(symbol)
  const close = fund === undefined ? null : closeOfDay(fund, date)
  const price = 'price' in transaction ? transaction.price : null
  if (close === null || price === null)
    return `The row gives the shares held or those bought. Only the close of ${symbol} on ${formatDay(date)} could tell, which we don’t have. Compare it with your statement and enter the reinvestment with “Add a transaction”.`
  if (Math.abs(price - close) <= close / 4) return null
  return 'The price isn’t near the fund’s close, so the row may give the shares held instead of those bought. Enter the reinvestment with “Add a transaction”.'
}

/** The same file with other names of accounts. */
export function renameAccounts(reading: FileReading, nameOf: (account: string) => string): FileReading {
  const rename = <Row extends { account: string }>(row: Row) => ({ ...row, account: nameOf(row.account) })
  return {
    ...reading,
    transactions: reading.transactions.map(rename),
    reversals: (reading.reversals ?? []).map(({ trade, payments, original, ...row }) => ({
      ...row,
      trade: rename(trade),
      payments: payments.map(rename),
      ...(original !== undefined && { original: rename(original) })
    })),
    balances: reading.balances.map(rename)
  }
}

/**
 * Accounts of the portfolio that have most of the transactions, by the name of the account in the file. Only the time that
 * the existing account covers counts, because the file may be older or newer.
 */
function findSameAccounts(
  { existing, symbols, decided }: PlanInput,
  added: readonly Transaction[]
): ReadonlyMap<string, string> {
  const accounts = Map.groupBy(existing, ({ account }) => account)
  const pairs = [...Map.groupBy(added, ({ account }) => account)].flatMap(([account, transactions]) => {
    if (accounts.has(account) || decided?.has(account)) return []
    const same = [...accounts].find(([name, own]) => {
      const days = own.map(({ date }) => date).sort()
      const [first = '', last = ''] = [days[0], days.at(-1)]
      const bookings = new Set(own.map((transaction) => keyUnder(symbols, transaction).booking))
      const rows = transactions.filter(({ date }) => date >= first && date <= last)
      const shared = rows.filter((transaction) => bookings.has(keyUnder(symbols, transaction).booking))
      return name !== '' && shared.length > rows.length / 2
    })
    return same === undefined ? [] : [[account, same[0]] as const]
  })
  return new Map(pairs)
}

/** '41 buys, 6 sales, 118 payments from 9 funds, 14 other rows skipped, 2 not understood' */
export function summaryOf({ added, covered, uncovered, skipped, problems }: PlannedImport): string {
  const parts = Object.entries(typeWords).flatMap(([type, { noun, plural }]) => {
    const count = added.filter((transaction) => transaction.type === type).length
    return count === 0 ? [] : [countOf(count, noun, plural)]
  })
  const funds = covered.length + uncovered.length
  const rows = skipped.reduce((sum, [, count]) => sum + count, 0)
  return [
    parts.length === 0 ? 'nothing new' : `${parts.join(', ')} from ${countOf(funds, 'fund')}`,
    ...(rows === 0 ? [] : [`${countOf(rows, 'other row')} skipped`]),
    ...(problems.length === 0 ? [] : [`${formatCount(problems.length)} not understood`])
  ].join(', ')
}

function listPositions(
  { lots, faults, shorts }: Ledger,
  { transactions: read, reversals = [], balances }: FileReading,
  symbols: PlanInput['symbols']
): AccountPositions {
  const keyOf = (account: string, symbol: string) => `${account}|${symbols.get(symbol) ?? symbol}`
  const named = [...read, ...reversals.map(({ trade }) => trade)]
  const concerned = new Set(named.map(({ account, symbol }) => keyOf(account, symbol)))
  const isConcerned = ({ account, symbol }: Transaction) => concerned.has(keyOf(account, symbol))
  const broker = new Map(balances.map(({ account, symbol, shares }) => [keyOf(account, symbol), shares]))
  const held = new Map<string, number>()
  for (const { account, symbol, shares, heldUntil } of lots) {
    const key = keyOf(account, symbol)
    if (heldUntil === null && concerned.has(key)) held.set(key, (held.get(key) ?? 0) + shares)
  }
  const keys = new Set([...held.keys(), ...[...broker.keys()].filter((key) => concerned.has(key))])
  return {
    positions: [...keys].sort().map((key) => {
      const end = key.lastIndexOf('|')
      const [account, symbol] = [key.slice(0, end), key.slice(end + 1)]
      return { account, symbol, shares: held.get(key) ?? 0, broker: broker.get(key) ?? null }
    }),
    faults: faults.filter(({ transaction }) => isConcerned(transaction)),
    shorts: shorts.filter(isConcerned)
  }
}

function guessKinds(added: readonly Transaction[], existing: readonly Transaction[]): AccountKind[] {
  const named = new Set(existing.map(({ account }) => account))
  return [...new Set(added.map(({ account }) => account))]
    .filter((account) => !named.has(account))
    .map((account) => ({ account, kind: guessKind(account) }))
    .filter(({ kind }) => kind !== 'taxable')
}
