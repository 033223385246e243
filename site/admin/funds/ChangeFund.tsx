import type { SubmitEvent } from 'react'
import {
  type CollectionGroup,
  collectionGroups,
  groupNames
} from '../../../admin-api/contract/collection.ts'
import { type ManagedFund, moveFund, renameFund } from '../../../admin-api/contract/funds.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { FundChoice } from './FundChoice.tsx'
import { FundStateForm } from './FundStateForm.tsx'
import { Refusal } from './Refusal.tsx'
import { SymbolField } from './SymbolField.tsx'
import { useFundCall } from './use-fund-call.ts'

type ChangeFundProps = { fund: ManagedFund; onDone: () => void }

/** All that can be done to one fund, each a form of its own. */
export function ChangeFund({ fund, onDone }: ChangeFundProps) {
  return (
    <>
      <p>
        {fund.name}.{fund.note !== '' && ` Noted: ${fund.note}.`}
        {fund.former_symbols.length > 0 && ` Formerly ${fund.former_symbols.join(', ')}.`}
      </p>
      <FundStateForm fund={fund} onDone={onDone} />
      <MoveForm fund={fund} onDone={onDone} />
      <RenameForm fund={fund} onDone={onDone} />
      <div className="dialog__actions">
        <button type="button" className="button button--quiet" onClick={onDone}>
          Done
        </button>
      </div>
    </>
  )
}

function MoveForm({ fund: { symbol, group }, onDone }: ChangeFundProps) {
  const { isBusy, refusal, send } = useFundCall('Fund Moved', onDone)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).get('group') as CollectionGroup
    void send(() => callAdmin(moveFund, { ticker: symbol, group: chosen }))
  }

  return (
    <form className="fund-form fund-form--part" noValidate onSubmit={submit}>
      <FundChoice
        name="group"
        label="Collected with"
        options={groupNames}
        nameOf={(name) => collectionGroups[name]}
        chosen={group}
      />
      <Refusal message={refusal} />
      <button type="submit" className="button button--quiet" aria-disabled={isBusy}>
        Move
      </button>
    </form>
  )
}

function RenameForm({ fund: { symbol, name }, onDone }: ChangeFundProps) {
  const { isBusy, refusal, send } = useFundCall('Fund Renamed', onDone)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const newName = String(fields.get('name') ?? '').trim()
    void send(() =>
      callAdmin(renameFund, {
        ticker: symbol,
        new_symbol: String(fields.get('new_symbol') ?? ''),
        ...(newName !== name && { name: newName })
      })
    )
  }

  return (
    <form className="fund-form fund-form--part" noValidate onSubmit={submit}>
      <SymbolField name="new_symbol" label="New symbol" />
      <label className="field">
        <span className="field__label">Name</span>
        <input
          className="field__control"
          name="name"
          maxLength={120}
          autoComplete="off"
          defaultValue={name}
        />
      </label>
      <p className="field__hint">All that belongs to {symbol} goes along, and its address leads on.</p>
      <Refusal message={refusal} />
      <button type="submit" className="button button--quiet" aria-disabled={isBusy}>
        Rename
      </button>
    </form>
  )
}
