import * as z from 'zod/mini'
import { storageKeys } from '../lib/storage.ts'
import { faultOfTransaction, highestAmount, highestPrice, symbolForm } from './ledger/check-transaction.ts'
import { type AccountMethod, accountKinds, costMethods, type Transaction } from './ledger/transaction.ts'

/** Larger values are typos. */
export const highestGoal = 100_000_000
export const highestTaxPercent = 60
export const highestRate = 1_000_000

/** Percent of each payment to set aside; null until chosen. */
const TaxPercent = z.nullable(z.number().check(z.gte(0), z.lte(highestTaxPercent)))
/** Total of payments in dollars; null until chosen. */
const GoalSum = z.nullable(z.number().check(z.gt(0), z.lte(highestGoal)))

/** Currency of amounts on screen, at a rate the visitor entered. Everything stored and exported stays in dollars. */
const Currency = z.object({
  /** ISO 4217. */
  code: z.string().check(z.regex(/^[A-Z]{3}$/)),
  perDollar: z.number().check(z.gt(0), z.lte(highestRate)),
  enteredOn: z.string()
})

const OwnPrice = z.object({
  symbol: z.string().check(z.regex(symbolForm)),
  date: z.string().check(z.regex(/^20\d{2}-\d{2}-\d{2}$/)),
  price: z.number().check(z.gt(0), z.lte(highestPrice)),
  /** Whether it is a close that was looked up; otherwise the person entered it. */
  isClose: z.optional(z.boolean())
})

const FormBox = z.nullable(z.number().check(z.gt(0), z.lte(highestGoal)))
/** Boxes of a broker's 1099-DIV in dollars; null until entered. */
const DividendForm = z.object({
  account: z.string(),
  year: z.string().check(z.regex(/^20\d{2}$/)),
  box1a: FormBox,
  box1b: FormBox,
  box2a: FormBox,
  box3: FormBox,
  /** Missing in forms stored before they were compared. */
  box4: z.optional(FormBox),
  box7: z.optional(FormBox)
})
export type DividendForm = z.infer<typeof DividendForm>

const Part = z.nullable(z.number().check(z.gte(0), z.lte(highestGoal)))
/** Parts of a year's payments of a holding that the site doesn't cover, by its form, in dollars; null until entered. */
const DividendParts = z.object({
  account: z.string(),
  year: z.string().check(z.regex(/^20\d{2}$/)),
  symbol: z.string().check(z.regex(symbolForm)),
  qualified: Part,
  roc: Part
})
export type DividendParts = z.infer<typeof DividendParts>

const ImportedFile = z.object({
  id: z.string(),
  /** Name of the file. */
  name: z.string(),
  day: z.string(),
  /** Number of transactions that it added or replaced. */
  count: z.number(),
  /** Purchases entered by hand, as they were before the file replaced them. */
  replaced: z.array(z.custom<Transaction>((transaction) => faultOfStored(transaction) === null))
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** Stored form, also of backups. A change of the format raises `version`. */
const StoredPortfolio = z.object({
  version: z.literal(2),
  /** Checked one by one, so that an invalid one doesn't hide the others. */
  transactions: z.array(z.unknown()),
  /** Cost method of accounts; others use first in, first out. */
  methods: z.array(z.object({ account: z.string(), method: z.enum(costMethods) })),
  /** Kinds of accounts; others are taxable. */
  kinds: z.optional(z.array(z.object({ account: z.string(), kind: z.enum(accountKinds) }))),
  taxPercent: TaxPercent,
  /** Percent withheld from payments to a holder outside the US. */
  withholdingPercent: z.optional(TaxPercent),
  /** Planned contributions by fund; funds left out get none. */
  plans: z.optional(
    z.array(
      z.object({
        symbol: z.string().check(z.regex(symbolForm)),
        monthlyDollars: z.number().check(z.gte(0), z.lte(highestAmount)),
        isReinvested: z.boolean()
      })
    )
  ),
  /** Last prices of holdings that the site doesn't cover, in dollars per share; one of each. */
  prices: z.catch(z.optional(z.array(OwnPrice)), undefined),
  goal: GoalSum,
  forms: z.optional(z.array(DividendForm)),
  parts: z.catch(z.optional(z.array(DividendParts)), undefined),
  /** Payments in dollars a month. */
  incomeGoal: z.optional(GoalSum),
  /** Absent for dollars. An invalid rate is no reason to lose the portfolio. */
  currency: z.catch(z.optional(Currency), undefined),
  /** Imports that can be undone. An invalid list is no reason to lose the portfolio. */
  imports: z.catch(z.optional(z.array(ImportedFile)), undefined)
})
type StoredForm = z.infer<typeof StoredPortfolio>
/** What a visitor enters once for the whole portfolio. */
export type Settings = Pick<
  StoredForm,
  'taxPercent' | 'withholdingPercent' | 'goal' | 'incomeGoal' | 'currency'
>
export type StoredPlan = NonNullable<z.infer<typeof StoredPortfolio>['plans']>[number]
export type Portfolio = Omit<StoredForm, 'transactions' | 'methods'> & {
  transactions: Transaction[]
  methods: AccountMethod[]
  /** Stored transactions that are invalid. They change no figure, and stay stored until the visitor deletes them. */
  setAside?: readonly unknown[]
}

/** Names of accounts; those without a name have none to show. */
export function accountsOf({ transactions }: Portfolio): string[] {
  return [...new Set(transactions.map(({ account }) => account))].filter((name) => name !== '').sort()
}

/** Version 1 had purchases only; pages of that version leave version 2 untouched. */
const FirstPortfolio = z.object({
  version: z.literal(1),
  lots: z.array(z.unknown()),
  taxPercent: TaxPercent,
  goal: GoalSum
})

export const emptyPortfolio: Portfolio = {
  version: 2,
  transactions: [],
  methods: [],
  taxPercent: null,
  goal: null
}

/** `unreadable`: stored text that this version can't read. Only the visitor can discard it. */
export type ReadPortfolio =
  | { status: 'readable'; portfolio: Portfolio }
  | { status: 'closed' }
  | { status: 'unreadable'; text: string }

export function readPortfolio(): ReadPortfolio {
  try {
    return parsePortfolio(window.localStorage.getItem(storageKeys.portfolio))
  } catch {
    return { status: 'closed' }
  }
}

/** @param text null if nothing is stored */
export function parsePortfolio(text: string | null): Exclude<ReadPortfolio, { status: 'closed' }> {
  if (text === null) return { status: 'readable', portfolio: emptyPortfolio }
  try {
    const stored: unknown = JSON.parse(text)
    const portfolio = StoredPortfolio.safeParse(stored)
    if (portfolio.success) return { status: 'readable', portfolio: setInvalidAside(portfolio.data) }
    const first = FirstPortfolio.safeParse(stored)
    if (first.success) return { status: 'readable', portfolio: setInvalidAside(upgrade(first.data)) }
  } catch {
    // The text isn't JSON.
  }
  return { status: 'unreadable', text }
}

/** Lots of version 1 become purchases with the same id. */
function upgrade({ lots, taxPercent, goal }: z.infer<typeof FirstPortfolio>): StoredForm {
  const transactions = lots.map((lot) => {
    if (typeof lot !== 'object' || lot === null || !('boughtOn' in lot)) return lot
    const { boughtOn, ...rest } = lot
    return { ...rest, account: '', type: 'buy', date: boughtOn, fee: 0 }
  })
  return { ...emptyPortfolio, transactions, taxPercent, goal }
}

function setInvalidAside({ transactions, ...rest }: StoredForm): Portfolio {
  const rows = Map.groupBy(transactions, (row) => faultOfStored(row) === null)
  const setAside = rows.get(false)
  return { ...rest, transactions: (rows.get(true) ?? []) as Transaction[], ...(setAside && { setAside }) }
}

/** Sentence on why a stored transaction is set aside, or null. */
export function faultOfStored(row: unknown): string | null {
  const fault = faultOfTransaction(row)
  if (fault !== null) return fault
  const { id } = row as { id?: unknown }
  return typeof id === 'string' && id !== '' && id.length <= 200 ? null : 'The id can’t be read.'
}

/** Text for storage and backups: transactions that were set aside are among the others again. */
export function formatPortfolio({ setAside = [], ...portfolio }: Portfolio, indent?: number): string {
  const stored: StoredForm = { ...portfolio, transactions: [...portfolio.transactions, ...setAside] }
  return JSON.stringify(stored, null, indent)
}

/** Returns whether it was saved: storage may be full or closed. */
export function savePortfolio(portfolio: Portfolio): boolean {
  try {
    if (isEmpty(portfolio)) window.localStorage.removeItem(storageKeys.portfolio)
    else window.localStorage.setItem(storageKeys.portfolio, formatPortfolio(portfolio))
    return true
  } catch {
    return false
  }
}

function isEmpty({ transactions, setAside = [], ...settings }: Portfolio): boolean {
  const { taxPercent, goal, incomeGoal, currency } = settings
  const hasSettings = [taxPercent, goal, incomeGoal, currency].some((setting) => setting != null)
  return transactions.length + setAside.length === 0 && !hasSettings
}
