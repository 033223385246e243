import { type CollectionGroup, collectionGroups, groupNames } from '../../../admin-api/contract/collection.ts'
import { type ManagedFund, moveFund, renameFund, setFundState } from '../../../admin-api/contract/funds.ts'
import type { FundState } from '../../../admin-api/contract/vocabulary.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { ChoiceField, dayInput, InputField } from '../fields.tsx'
import { FundForm, SymbolField, type TextOf } from './FundForm.tsx'
import { stateNames, whyNotOpen } from './FundsTable.tsx'

type ChangeFundProps = { fund: ManagedFund; onDone: () => void }

/** One form for each possible change to a fund. */
export function ChangeFund({ fund, onDone }: ChangeFundProps) {
  return (
    <>
      <p>
        {fund.name}.{fund.note !== '' && ` Note: ${fund.note}.`}
        {fund.former_symbols.length > 0 && ` Other symbols: ${fund.former_symbols.join(', ')}.`}
      </p>
      <StateForm fund={fund} onDone={onDone} />
      <MoveForm fund={fund} onDone={onDone} />
      <RenameForm fund={fund} onDone={onDone} />
      <DialogActions>
        <Button variant="quiet" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </>
  )
}

const stateActions: readonly { state: FundState; name: string }[] = [
  { state: 'open', name: 'Reopen' },
  { state: 'closed', name: 'Close' },
  { state: 'retired', name: 'Retire' }
]

/** Closed funds are no longer traded, retired ones no longer followed. Neither is collected; their pages say so. */
function StateForm({ fund, onDone }: ChangeFundProps) {
  const { symbol, state } = fund
  const why = whyNotOpen(fund)
  const call = (text: TextOf) => {
    const chosen = text('state') as FundState
    const since = text('since')
    const day = since === '' || chosen === 'open' ? {} : { since }
    return callAdmin(setFundState, { ticker: symbol, state: chosen, ...day })
  }

  return (
    <FundForm
      className="fund-form--part"
      doneTitle="Fund Changed"
      call={call}
      onDone={onDone}
      buttons={(isBusy) => (
        <div className="row gap-2">
          {stateActions
            .filter((action) => action.state !== state)
            .map((action) => (
              <Button
                key={action.state}
                type="submit"
                name="state"
                value={action.state}
                variant="quiet"
                aria-disabled={isBusy}
              >
                {action.name}
              </Button>
            ))}
        </div>
      )}
    >
      <p>
        State: <strong>{stateNames[state]}</strong>
        {why !== '' && `, ${why}`}
      </p>
      <InputField {...dayInput} label="Closed or retired since (empty: today)" name="since" />
    </FundForm>
  )
}

function MoveForm({ fund: { symbol, group }, onDone }: ChangeFundProps) {
  return (
    <FundForm
      className="fund-form--part"
      doneTitle="Fund Moved"
      call={(text) => callAdmin(moveFund, { ticker: symbol, group: text('group') as CollectionGroup })}
      onDone={onDone}
      buttons={(isBusy) => <SubmitButton isBusy={isBusy} text="Move" />}
    >
      <ChoiceField
        name="group"
        label="Collected with"
        options={groupNames}
        nameOf={(name) => collectionGroups[name]}
        defaultValue={group}
      />
    </FundForm>
  )
}

function RenameForm({ fund: { symbol, name }, onDone }: ChangeFundProps) {
  const call = (text: TextOf) => {
    const newName = text('name').trim()
    const changed = newName === name ? {} : { name: newName }
    return callAdmin(renameFund, { ticker: symbol, new_symbol: text('new_symbol'), ...changed })
  }

  return (
    <FundForm
      className="fund-form--part"
      doneTitle="Fund Renamed"
      call={call}
      onDone={onDone}
      buttons={(isBusy) => <SubmitButton isBusy={isBusy} text="Rename" />}
    >
      <SymbolField name="new_symbol" label="New symbol" />
      <InputField label="Name" name="name" maxLength={120} autoComplete="off" defaultValue={name} />
      <p className="field__hint">All {symbol} data moves along, and the old address redirects.</p>
    </FundForm>
  )
}

function SubmitButton({ isBusy, text }: { isBusy: boolean; text: string }) {
  return (
    <Button type="submit" variant="quiet" aria-disabled={isBusy}>
      {text}
    </Button>
  )
}
