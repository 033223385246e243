import { symbolFrom, symbolInput } from '../../lib/symbol-from.ts'

export function SymbolField({ name, label }: { name: string; label: string }) {
  return (
    <label className="field">
      <span className="field__label">{label}</span>
      <input
        {...symbolInput}
        className="field__control"
        name={name}
        onInput={({ currentTarget }) => {
          currentTarget.value = symbolFrom(currentTarget.value)
        }}
      />
    </label>
  )
}
