import { useState } from 'react'
import { findNewFunds, type NewFundChoice } from '../../../admin-api/contract/funds.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { InputField } from '../fields.tsx'

type Found = { asked: string; choices: readonly NewFundChoice[]; failure: string | null }

/** Finds a fund by words of its symbol, name or issuer, to fill in the form below. */
export function FindFund({ onPick }: { onPick: (choice: NewFundChoice) => void }) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)

  async function search(): Promise<void> {
    const asked = text.trim()
    if (asked === '') return setFound(null)
    const result = await callAdmin(findNewFunds, { q: asked })
    setFound(
      result.ok
        ? { asked, choices: result.value.funds, failure: null }
        : { asked, choices: [], failure: result.message }
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
          (found !== null && found.choices.length === 0 && `No fund matches “${found.asked}”.`)}
      </div>
      <ul className="stack gap-1 text-s">
        {found?.choices.map((choice) => (
          <li key={choice.symbol}>
            <Button variant="chip" disabled={choice.is_known} onClick={() => onPick(choice)}>
              {choice.symbol}
            </Button>{' '}
            {choice.name}
            {choice.is_known && ', already here'}
          </li>
        ))}
      </ul>
    </form>
  )
}
