import { useStore } from '@nanostores/react'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { $myFunds } from '../portfolio/my-funds.ts'

const coins = ['numeral--first', 'numeral--second', 'numeral--third']

type RankingChoiceProps<Value> = {
  legend: string
  options: readonly { value: Value; text: string; label?: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** Radio buttons for what is ranked, and since when. */
export function RankingChoice<Value>({ legend, options, chosen, onChoose }: RankingChoiceProps<Value>) {
  return (
    <fieldset className="choice choice--row">
      <legend className="choice__name">{legend}</legend>
      {options.map(({ value, text, label }) => (
        <label key={text} className="choice__option">
          <input
            className="choice__input"
            type="radio"
            name={legend}
            aria-label={label}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span className="chip">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

type RankingSelectProps = {
  label: string
  options: readonly { value: string; text: string }[]
  chosen: string
  onChoose: (value: string) => void
}

/** A list to choose the ranked funds from. */
export function RankingSelect({ label, options, chosen, onChoose }: RankingSelectProps) {
  return (
    <label className="line items-center gap-3">
      <span className="label">{label}</span>
      <select className="field__control" value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A rank from 1; the first three are coins. Null in a field that is too small for ranks. */
export function Rank({ rank }: { rank: number | null }) {
  if (rank === null) return <span className="visually-hidden">not ranked</span>
  return <span className={`numeral ${coins[rank - 1] ?? 'muted semibold text-l'}`}>{rank}</span>
}

/** The fund, marked if it is the visitor's. */
export function FundName({ symbol, name }: { symbol: string; name: string }) {
  const { symbols } = useStore($myFunds, { ssr: 'initial' })
  return (
    <>
      <a href={pathOfFund(symbol)} data-mine={symbols.has(symbol) || undefined} translate="no">
        {symbol}
      </a>{' '}
      <small translate="no">{name}</small>
    </>
  )
}
