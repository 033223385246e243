import { ToolIcon, type ToolIconName } from './ToolIcon.tsx'

type ToolButtonProps = {
  name: string
  icon: ToolIconName
  /** Shown in the tooltip: 'Ctrl + B'. */
  keyText?: string
  /** Leave out for a button that does something once. */
  isPressed?: boolean
  isDisabled?: boolean
  onPress: () => void
}

/** A button that is off keeps the focus that is on it. The toolbar says which button Tab leads to. */
export function ToolButton({ name, icon, keyText, isPressed, isDisabled = false, onPress }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="tool"
      data-stop={name}
      tabIndex={-1}
      aria-label={name}
      title={keyText === undefined ? name : `${name} (${keyText})`}
      aria-pressed={isPressed}
      aria-disabled={isDisabled}
      onClick={() => {
        if (!isDisabled) onPress()
      }}
    >
      <ToolIcon name={icon} />
    </button>
  )
}
