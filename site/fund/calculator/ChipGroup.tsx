import { Button } from '../../ui/Button.tsx'

type ChipGroupProps<Value extends string> = {
  label: string
  options: readonly { value: Value; name: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** Chips of which one is pressed. */
export function ChipGroup<Value extends string>(props: ChipGroupProps<Value>) {
  const { label, options, chosen, onChoose } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend's layout
    <div className="row gap-1" role="group" aria-label={label}>
      {options.map(({ value, name }) => (
        <Button key={value} variant="chip" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {name}
        </Button>
      ))}
    </div>
  )
}
