import { useState } from 'react'
import { findNewFunds, type NewFundChoice } from '../../../admin-api/contract/funds.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { InputField } from '../fields.tsx'

type Found = { query: string; choices: readonly NewFundChoice[]; failure: string | null }

/** Finds a fund by words in its symbol, name or issuer, and fills in the form below. */
export function FindFund({ onPick }: { onPick: (choice: NewFundChoice) => void }) {
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
