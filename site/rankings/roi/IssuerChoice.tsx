type IssuerChoiceProps = {
  issuers: readonly { issuer: string; count: number }[]
  /** null for all of them. */
  chosen: string | null
  onChoose: (issuer: string | null) => void
}

export function IssuerChoice({ issuers, chosen, onChoose }: IssuerChoiceProps) {
  const total = issuers.reduce((sum, { count }) => sum + count, 0)
  const options = [
    { value: null, text: 'All', count: total },
    ...issuers.map(({ issuer, count }) => ({ value: issuer, text: issuer, count }))
  ]
  return (
    <fieldset className="choice choice--row">
      <legend className="choice__name">Issuer</legend>
      {options.map(({ value, text, count }) => (
        <label key={text} className="choice__option">
          <input
            className="choice__input"
            type="radio"
            name="issuer"
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span className="chip">
            {text} <span className="choice__count">{count}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
