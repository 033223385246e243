import { collectionGroups, groupNames } from '../../../admin-api/contract/collection.ts'
import { type ManagedFund, moveFund, renameFund, setFundState } from '../../../admin-api/contract/funds.ts'
import type { FundState } from '../../../admin-api/contract/vocabulary.ts'
import { useForm } from '../../login/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogActions } from '../../ui/Dialog.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { Form, SubmitButton } from '../../ui/Form.tsx'
import { AdminForm } from '../AdminForm.tsx'
import { readable } from '../code-words.ts'
import { dayInput, SymbolField } from '../Filters.tsx'
import { whyNotOpen } from './FundsTable.tsx'

type ChangeFundProps = { fund: ManagedFund; onDone: () => void }

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
  const form = useForm(setFundState, {
    fixed: { ticker: symbol },
    // Of the pressed button. An open fund has no day since which it is closed.
    read: (textOf) => ({
      state: textOf('state'),
      ...(textOf('state') === 'open' && { since: undefined })
    }),
    doneTitle: 'Fund Changed',
    onDone
  })
  return (
    <Form
      form={form}
      className="form-part stack gap-3"
      actions={
        <div className="row gap-2">
          {stateActions
            .filter((action) => action.state !== state)
            .map((action) => (
              <SubmitButton key={action.state} name="state" value={action.state} variant="quiet">
                {action.name}
              </SubmitButton>
            ))}
        </div>
      }
    >
      <p>
        State: <strong>{readable(state)}</strong>
        {why !== '' && `, ${why}`}
      </p>
      <Field {...dayInput} name="since" label="Closed or retired since (empty: today)" />
    </Form>
  )
}

function MoveForm({ fund: { symbol, group }, onDone }: ChangeFundProps) {
  return (
    <AdminForm
      form={useForm(moveFund, { fixed: { ticker: symbol }, doneTitle: 'Fund Moved', onDone })}
      values={{ group }}
      className="form-part"
      submit="Move"
    >
      <Select
        name="group"
        label="Collected with"
        options={groupNames.map((name) => [name, collectionGroups[name]])}
      />
    </AdminForm>
  )
}

function RenameForm({ fund: { symbol, name }, onDone }: ChangeFundProps) {
  const form = useForm(renameFund, {
    fixed: { ticker: symbol },
    read: (textOf) => ({ name: textOf('name').trim() === name ? undefined : textOf('name') }),
    doneTitle: 'Fund Renamed',
    onDone
  })
  return (
    <AdminForm form={form} values={{ name }} className="form-part" submit="Rename">
      <SymbolField name="new_symbol" label="New symbol" />
      <Field name="name" label="Name" autoComplete="off" />
      <p className="field__hint">All {symbol} data moves along, and the old address redirects.</p>
    </AdminForm>
  )
}
