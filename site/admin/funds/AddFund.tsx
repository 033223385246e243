import { useState } from 'react'
import { collectionGroups, groupNames } from '../../../admin-api/contract/collection.ts'
import { addFund, findNewFunds, type NewFundChoice } from '../../../admin-api/contract/funds.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceField, InputField } from '../fields.tsx'
import { FundForm, SymbolField, type TextOf } from './FundForm.tsx'

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

/** Form for a new fund, prefilled with the selected one. */
function NewFundForm({
  choice,
  canAdd,
  families,
  issuers,
  onDone
}: AddFundProps & { choice: NewFundChoice | null }) {
  const call = (text: TextOf) => {
    const fund = {
      symbol: text('symbol'),
      name: text('name'),
      issuer: text('issuer'),
      family: text('family'),
      underlying: text('underlying'),
      // The contract validates the choice.
      group: text('group') as (typeof groupNames)[number]
    }
    return callAdmin(addFund, fund, { timeoutMs })
  }

  return (
    <FundForm
      doneTitle="Fund Added"
      call={call}
      onDone={onDone}
      buttons={{ text: 'Add Fund', busyText: 'Collecting...' }}
    >
      <p>
        {canAdd
          ? 'Its full history is collected first; then its page goes live. If that fails, nothing is added.'
          : 'No data source responds, so no fund can be added. Check the network, and that MARKET_DATA is not embedded.'}
      </p>
      <div className="fund-form__pair grid gap-3">
        <SymbolField name="symbol" label="Symbol" defaultValue={choice?.symbol} />
        <InputField
          label="Underlying"
          name="underlying"
          defaultValue={choice?.underlying}
          placeholder="empty for a portfolio"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <InputField label="Name" name="name" defaultValue={choice?.name} maxLength={120} autoComplete="off" />
      <div className="fund-form__pair grid gap-3">
        <InputField
          label="Issuer"
          name="issuer"
          defaultValue={choice?.issuer}
          list="issuers"
          maxLength={60}
          autoComplete="off"
        />
        <datalist id="issuers">
          {issuers.map((issuer) => (
            <option key={issuer} value={issuer} />
          ))}
        </datalist>
        <ChoiceField
          name="family"
          label="Family"
          defaultValue={choice?.family}
          options={families.map(({ id }) => id)}
          nameOf={(id) => families.find((family) => family.id === id)?.name ?? id}
        />
      </div>
      <ChoiceField
        name="group"
        label="Group"
        defaultValue={choice?.group}
        options={groupNames}
        nameOf={(group) => collectionGroups[group]}
      />
    </FundForm>
  )
}

type Found = { query: string; choices: readonly NewFundChoice[]; failure: string | null }

/** Finds a fund by words in its symbol, name or issuer, and fills in the form below. */
function FindFund({ onPick }: { onPick: (choice: NewFundChoice) => void }) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)

  async function search(): Promise<void> {
    const query = text.trim()
    if (query === '') return setFound(null)
    const result = await callAdmin(findNewFunds, { q: query })
    setFound(
      result.ok
        ? { query, choices: result.value.funds, failure: null }
        : { query, choices: [], failure: result.message }
    )
  }

  return (
    <form
      className="fund-form stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void search()
      }}
    >
      <InputField
        label="Find a fund by name"
        type="search"
        value={text}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="quiet">
        Find
      </Button>
      <div role="status">
        {found?.failure ??
          (found !== null && found.choices.length === 0 && `No fund matches “${found.query}”.`)}
      </div>
      <ul className="stack gap-1 text-s">
        {found?.choices.map((choice) => (
          <li key={choice.symbol}>
            <Button variant="chip" disabled={choice.is_known} onClick={() => onPick(choice)}>
              {choice.symbol}
            </Button>{' '}
            {choice.name}
            {choice.is_known && ', already added'}
          </li>
        ))}
      </ul>
    </form>
  )
}
