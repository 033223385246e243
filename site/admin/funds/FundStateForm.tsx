import type { SubmitEvent } from 'react'
import { type ManagedFund, setFundState } from '../../../admin-api/contract/funds.ts'
import type { FundState } from '../../../admin-api/contract/vocabulary.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { stateNames, whyNotOpen } from './fund-words.ts'
import { Refusal } from './Refusal.tsx'
import { useFundCall } from './use-fund-call.ts'

const acts: readonly { state: FundState; name: string }[] = [
  { state: 'open', name: 'Reopen' },
  { state: 'closed', name: 'Close' },
  { state: 'retired', name: 'Retire' }
]

/** Closed: no longer traded. Retired: no longer followed. Neither is collected; the page stays and says so. */
export function FundStateForm({ fund, onDone }: { fund: ManagedFund; onDone: () => void }) {
  const { isBusy, refusal, send } = useFundCall('Fund Changed', onDone)
  const { symbol, state } = fund
  const why = whyNotOpen(fund)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget, event.nativeEvent.submitter)
    const chosen = fields.get('state') as FundState
    const since = String(fields.get('since') ?? '')
    const day = since === '' || chosen === 'open' ? {} : { since }
    void send(() => callAdmin(setFundState, { ticker: symbol, state: chosen, ...day }))
  }

  return (
    <form className="fund-form fund-form--part" noValidate onSubmit={submit}>
      <p>
        State: <strong>{stateNames[state]}</strong>
        {why !== '' && `, ${why}`}
      </p>
      <label className="field">
        <span className="field__label">Closed or retired since (empty: today)</span>
        <input className="field__control" type="date" name="since" min="2020-01-01" max="2099-12-31" />
      </label>
      <Refusal message={refusal} />
      <div className="fund-form__acts">
        {acts
          .filter((act) => act.state !== state)
          .map((act) => (
            <button
              key={act.state}
              type="submit"
              name="state"
              value={act.state}
              className="button button--quiet"
              aria-disabled={isBusy}
            >
              {act.name}
            </button>
          ))}
      </div>
    </form>
  )
}
