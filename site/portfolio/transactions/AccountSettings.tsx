import { Fragment } from 'react'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { type Options, Select } from '../../ui/Field.tsx'
import { type AccountKind, type AccountMethod, type CostMethod, kindOf } from '../ledger/transaction.ts'
import { changePortfolio } from '../portfolio-store.ts'

const methodOptions: Options<CostMethod> = [
  ['fifo', 'First in, first out'],
  ['average', 'Average cost'],
  ['specific', 'Specific lots']
]

const kindOptions: Options<AccountKind['kind']> = [
  ['taxable', 'Taxable'],
  ['tax-deferred', 'Tax-deferred (IRA, 401(k))'],
  ['tax-free', 'Tax-free (Roth IRA, HSA)']
]

type AccountSettingsProps = {
  methods: readonly AccountMethod[]
  kinds: readonly AccountKind[] | undefined
  accounts: readonly string[]
}

/** How each account is taxed, and which of its shares are sold first. */
export function AccountSettings({ methods, kinds, accounts }: AccountSettingsProps) {
  return (
    <Disclosure summary="Kinds of accounts, and which shares are sold first">
      <div className="account-settings grid gap-y-3 gap-x-4">
        {(accounts.length === 0 ? [''] : accounts).map((account) => (
          <Fragment key={account}>
            <Select
              id={`portfolio-kind-${account}`}
              label={account === '' ? 'Kind of account' : `Kind of account: ${account}`}
              value={kindOf(kinds, account)}
              options={kindOptions}
              onValue={(kind) => changePortfolio({ type: 'set-kinds', kinds: [{ account, kind }] })}
            />
            <Select
              id={`portfolio-method-${account}`}
              label={account === '' ? 'Cost of sold shares' : `Cost of shares sold in ${account}`}
              value={methods.find((choice) => choice.account === account)?.method ?? 'fifo'}
              options={methodOptions}
              onValue={(method) => changePortfolio({ type: 'set-method', method: { account, method } })}
            />
          </Fragment>
        ))}
      </div>
    </Disclosure>
  )
}
