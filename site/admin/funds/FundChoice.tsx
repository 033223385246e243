type FundChoiceProps<Option extends string> = {
  name: string
  label: string
  options: readonly Option[]
  nameOf: (option: Option) => string
  chosen?: string
}

/** One of a closed list. */
export function FundChoice<Option extends string>({
  name,
  label,
  options,
  nameOf,
  chosen
}: FundChoiceProps<Option>) {
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <select className="field__control" name={name} defaultValue={chosen ?? options[0]}>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </label>
  )
}
