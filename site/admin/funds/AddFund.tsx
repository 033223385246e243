import { useState } from 'react'
import { collectionGroups, groupNames } from '../../../admin-api/contract/collection.ts'
import { addFund, findNewFunds, type NewFundChoice } from '../../../admin-api/contract/funds.ts'
import { useForm } from '../../login/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Select } from '../../ui/Field.tsx'
import { Form, SubmitButton } from '../../ui/Form.tsx'
import { AdminForm } from '../AdminForm.tsx'
import { SymbolField } from '../Filters.tsx'

/** Allows a complete history to be collected from a slow provider. */
const timeoutMs = 5 * 60_000

type AddFundProps = {
  canAdd: boolean
  families: readonly { id: string; name: string }[]
  issuers: readonly string[]
  onDone: () => void
}

export function AddFund(props: AddFundProps) {
  const [choice, setChoice] = useState<NewFundChoice | null>(null)
  return (
    <>
      <FindFund onPick={setChoice} />
      <NewFundForm key={choice?.symbol} choice={choice} {...props} />
    </>
  )
}

type NewFundFormProps = AddFundProps & { choice: NewFundChoice | null }

function NewFundForm({ choice, canAdd, families, issuers, onDone }: NewFundFormProps) {
  return (
    <AdminForm
      form={useForm(addFund, { timeoutMs, doneTitle: 'Fund Added', onDone })}
      values={{ ...choice }}
      submit="Add Fund"
      busyText="Collecting..."
      onCancel={onDone}
    >
      <p>
        {canAdd
          ? 'Its full history is collected first; then its page goes live. If that fails, nothing is added.'
          : 'No data source responds, so no fund can be added. Check the network, and that MARKET_DATA is not embedded.'}
      </p>
      <div className="form-pair grid gap-3">
        <SymbolField name="symbol" label="Symbol" />
        <Field
          name="underlying"
          label="Underlying"
          placeholder="empty for a portfolio"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Field name="name" label="Name" autoComplete="off" />
      <div className="form-pair grid gap-3">
        <Field name="issuer" label="Issuer" list="issuers" autoComplete="off" />
        <datalist id="issuers">
          {issuers.map((issuer) => (
            <option key={issuer} value={issuer} />
          ))}
        </datalist>
        <Select name="family" label="Family" options={families.map(({ id, name }) => [id, name])} />
      </div>
      <Select
        name="group"
        label="Group"
        options={groupNames.map((group) => [group, collectionGroups[group]])}
      />
    </AdminForm>
  )
}

/** Finds a fund by words in its symbol, name or issuer, and fills in the form below. */
function FindFund({ onPick }: { onPick: (choice: NewFundChoice) => void }) {
  const [choices, setChoices] = useState<readonly NewFundChoice[] | null>(null)
  const form = useForm(findNewFunds, { onDone: ({ funds }) => setChoices(funds) })
  return (
    <>
      <Form form={form} className="stack gap-3" actions={<SubmitButton variant="quiet">Find</SubmitButton>}>
        <Field
          name="q"
          label="Find a fund by name"
          type="search"
          required
          autoComplete="off"
          spellCheck={false}
        />
      </Form>
      <div role="status">{choices?.length === 0 && 'No fund matches.'}</div>
      <ul className="stack gap-1 text-s">
        {choices?.map((choice) => (
          <li key={choice.symbol}>
            <Button variant="chip" disabled={choice.is_known} onClick={() => onPick(choice)}>
              {choice.symbol}
            </Button>{' '}
            {choice.name}
            {choice.is_known && ', already added'}
          </li>
        ))}
      </ul>
    </>
  )
}
