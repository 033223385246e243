import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount } from '../../lib/format.ts'
import { randomKey } from '../../lib/random-key.ts'
import { faultOfTransaction, textOfRow } from '../ledger/check-transaction.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import {
  type AccountKind,
  type AccountMethod,
  guessKind,
  keyOfTransaction,
  type NewTransaction,
  type Transaction,
  typeWords
} from '../ledger/transaction.ts'
import { closeOfDay, type HeldFunds } from '../positions/held-fund.ts'
import type { FileReading } from './file-reading.ts'

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
export type PlannedImport = ReturnType<typeof planImport>

/** Compares a file with the portfolio; each booking is added as often as it is missing there. */
export function planImport(input: PlanInput) {
  const { reading, existing, methods, symbols, funds, today } = input
  const keyOf = (transaction: NewTransaction) => Object.values(keyUnder(symbols, transaction)).join('|')
  const known = Map.groupBy(existing, keyOf)
  const byHand = Map.groupBy(
    existing.filter(({ account, type }) => account === '' && type === 'buy'),
    (purchase) => handKey(symbols, purchase)
  )
  const problems = [...reading.problems]
  const added: Transaction[] = []
  /** Ids in the portfolio by ids in the file. */
  const ids = new Map<string, string>()
  let [knownCount, confirmed] = [0, 0]
  for (const { fileId, formerly, isPriceDoubtful, ...read } of reading.transactions) {
    const transaction = { ...read, symbol: symbols.get(read.symbol) ?? read.symbol } as NewTransaction
    const reason =
      faultOfTransaction(transaction) ??
      (transaction.date > today ? 'The day is in the future.' : null) ??
      (isPriceDoubtful ? faultOfPrice(transaction, funds) : null)
    if (reason !== null) {
      problems.push({ line: 0, text: textOfRow(transaction), reason })
      continue
    }
    const keys = [transaction, { ...transaction, ...formerly } as NewTransaction].map(keyOf)
    const stored = keys
      .map((key) => known.get(key))
      .find((same) => same?.length)
      ?.shift()
    if (stored !== undefined) {
      if (fileId !== undefined) ids.set(fileId, stored.id)
      knownCount += 1
      continue
    }
    const handEntered =
      transaction.type === 'buy' && transaction.account !== ''
        ? byHand.get(handKey(symbols, transaction))?.pop()
        : undefined
    if (handEntered !== undefined) confirmed += 1
    const id = handEntered?.id ?? randomKey()
    if (fileId !== undefined) ids.set(fileId, id)
    added.push({ ...transaction, id } as Transaction)
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
  const after = [...existing.filter(({ id }) => !replaced.has(id)), ...added]
  const named = [...new Set(added.map(({ symbol }) => symbol))].sort()
  const current = new Set(symbols.values())
  return {
    format: reading.format,
    /** New transactions, and hand-entered purchases that the file has too, with their existing ids. */
    added,
    /** Transactions of the file that are in the portfolio already. */
    known: knownCount,
    /** Purchases entered by hand that the file confirms. */
    confirmed,
    problems,
    notes: reading.notes,
    /** Current symbols of funds with figures, and symbols of others. */
    covered: named.filter((symbol) => current.has(symbol)),
    uncovered: named.filter((symbol) => !current.has(symbol)),
    skipped: [...reading.skipped].sort((a, b) => b[1] - a[1]),
    ...listPositions(after, reading, { methods, symbols, funds }),
    /** New accounts whose names say that they aren't taxable. */
    kinds: guessKinds(added, existing),
    sameAccounts: findSameAccounts(input, added)
  }
}

/** Why a reinvestment can't be saved whose price isn't that of the fund; funds that aren't loaded have no closes. */
function faultOfPrice(transaction: NewTransaction, funds: HeldFunds): string | null {
  const { symbol, date } = transaction
  const fund = funds.get(symbol)
  const close = fund === undefined ? null : closeOfDay(fund, date)
  const price = 'price' in transaction ? transaction.price : null
  if (close !== null && price !== null && Math.abs(price - close) <= close / 4) return null
  return 'The price isn’t near the fund’s close, so the row may give the shares held instead of those bought. Add the reinvestment by hand.'
}

/** The same file with other names of accounts. */
export function renameAccounts(reading: FileReading, nameOf: (account: string) => string): FileReading {
  const rename = <Row extends { account: string }>(row: Row) => ({ ...row, account: nameOf(row.account) })
  return {
    ...reading,
    transactions: reading.transactions.map(rename),
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

/** Positions after the import with the shares that the file names, and removals of shares that the account won't have. */
function listPositions(
  transactions: readonly Transaction[],
  { transactions: read, balances }: FileReading,
  { methods, symbols, funds }: Pick<PlanInput, 'methods' | 'symbols' | 'funds'>
) {
  const { lots, faults } = reduceLedger(transactions, funds, methods)
  const keyOf = (account: string, symbol: string) => `${account}|${symbols.get(symbol) ?? symbol}`
  const concerned = new Set(read.map(({ account, symbol }) => keyOf(account, symbol)))
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
    faults: faults.filter(({ transaction: { account, symbol } }) => concerned.has(keyOf(account, symbol)))
  }
}

function guessKinds(added: readonly Transaction[], existing: readonly Transaction[]): AccountKind[] {
  const named = new Set(existing.map(({ account }) => account))
  return [...new Set(added.map(({ account }) => account))]
    .filter((account) => !named.has(account))
    .map((account) => ({ account, kind: guessKind(account) }))
    .filter(({ kind }) => kind !== 'taxable')
}

/** Key of a booking in two parts, under the current symbol: the fund may have been renamed since the booking was saved. */
function keyUnder(
  symbols: PlanInput['symbols'],
  transaction: NewTransaction
): { account: string; booking: string } {
  const parts = keyOfTransaction(transaction).split('|')
  // An account's name may contain the separator.
  const [type = '', symbol = '', ...figures] = parts.splice(-7)
  return { account: parts.join('|'), booking: [type, symbols.get(symbol) ?? symbol, ...figures].join('|') }
}

function handKey(symbols: PlanInput['symbols'], transaction: NewTransaction): string {
  const { symbol, date } = transaction
  const shares = 'shares' in transaction ? transaction.shares : ''
  return [symbols.get(symbol) ?? symbol, date, shares].join('|')
}
