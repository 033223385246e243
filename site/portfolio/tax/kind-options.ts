import type { Options } from '../../ui/Field.tsx'
import type { AccountKind } from '../ledger/transaction.ts'

/** Kinds of accounts as choices. */
export const kindOptions: Options<AccountKind['kind']> = [
  ['taxable', 'Taxable'],
  ['tax-deferred', 'Tax-deferred (IRA, 401(k))'],
  ['tax-free', 'Tax-free (Roth IRA, HSA)']
]
