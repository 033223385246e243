import type { SubmitEvent } from 'react'
import { collectionGroups, groupNames } from '../../../admin-api/contract/collection.ts'
import { addFund } from '../../../admin-api/contract/funds.ts'
import { families, issuers } from '../../../admin-api/contract/vocabulary.ts'
import { nameOfFamily } from '../../lib/family-names.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { DialogActions } from '../../ui/Dialog.tsx'
import { FundChoice } from './FundChoice.tsx'
import { Refusal } from './Refusal.tsx'
import { SymbolField } from './SymbolField.tsx'
import { useFundCall } from './use-fund-call.ts'

/** A whole history from a provider that may be slow. */
const longestAddingMs = 5 * 60_000

type AddFundProps = { canAdd: boolean; onDone: () => void }

export function AddFund({ canAdd, onDone }: AddFundProps) {
  const { isBusy, refusal, send } = useFundCall('Fund Added', onDone)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    // The contract checks what was chosen, as it does for any other caller.
    const fund = {
      symbol: text('symbol'),
      name: text('name'),
      issuer: text('issuer') as (typeof issuers)[number],
      family: text('family') as (typeof families)[number],
      underlying: text('underlying'),
      group: text('group') as (typeof groupNames)[number]
    }
    void send(() => callAdmin(addFund, fund, { timeoutMs: longestAddingMs }))
  }

  return (
    <form className="fund-form" noValidate onSubmit={submit}>
      <p>
        {canAdd
          ? 'Its whole history is collected at once, then its page is live. If that fails, nothing is added.'
          : 'Market data is embedded here and holds no other funds, so none can be added. Start the service with MARKET_DATA=yahoo.'}
      </p>
      <div className="fund-form__pair">
        <SymbolField name="symbol" label="Symbol" />
        <label className="field">
          <span className="field__label">Underlying</span>
          <input
            className="field__control"
            name="underlying"
            placeholder="empty for a portfolio"
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      </div>
      <label className="field">
        <span className="field__label">Name</span>
        <input className="field__control" name="name" maxLength={120} autoComplete="off" />
      </label>
      <div className="fund-form__pair">
        <FundChoice name="issuer" label="Issuer" options={issuers} nameOf={(issuer) => issuer} />
        <FundChoice name="family" label="Family" options={families} nameOf={nameOfFamily} />
      </div>
      <FundChoice
        name="group"
        label="Group"
        options={groupNames}
        nameOf={(group) => collectionGroups[group]}
      />
      <Refusal message={refusal} />
      <DialogActions>
        <button type="button" className="button button--quiet" onClick={onDone}>
          Cancel
        </button>
        <button type="submit" className="button" aria-disabled={isBusy}>
          {isBusy ? 'Collecting...' : 'Add Fund'}
        </button>
      </DialogActions>
    </form>
  )
}
