type FundPickerProps = {
  label: string
  symbols: readonly string[]
  picked: string
  onPick: (symbol: string) => void
}

/** A fund that can't be ranked over the time chosen meanwhile stays picked until the visitor picks another. */
export function FundPicker({ label, symbols, picked, onPick }: FundPickerProps) {
  const options = symbols.includes(picked) ? symbols : [picked, ...symbols]
  return (
    <select
      className="fund-comparison__picker"
      aria-label={label}
      value={picked}
      onChange={(event) => onPick(event.target.value)}
    >
      {options.map((symbol) => (
        <option key={symbol}>{symbol}</option>
      ))}
    </select>
  )
}
