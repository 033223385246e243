import { type FocusEvent, type ReactNode, useId, useRef } from 'react'
import { moveAlong, ToolIcon, useWindowKeys } from './ToolButton.tsx'

export type ToolChoice<Value> = { value: Value; text: string; sample?: string }

type ToolMenuProps<Value> = {
  name: string
  /** The current choice on the button, as a word or an icon. */
  shown: ReactNode
  /** The current choice for screen readers. */
  shownText: string
  choices: ToolChoice<Value>[]
  chosen: Value | null
  isDisabled: boolean
  onChoose: (value: Value) => void
}

export function ToolMenu<Value extends string>({
  name,
  shown,
  shownText,
  choices,
  chosen,
  isDisabled,
  onChoose
}: ToolMenuProps<Value>) {
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()

  useWindowKeys(menu, (event) => {
    if (event.target === button.current) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      button.current?.click()
      return
    }
    // The toolbar around the list would handle the key, too.
    event.stopImmediatePropagation()
    moveAlong(itemsIn(list.current), event, ['ArrowDown', 'ArrowUp'])
  })

  function focusChoice() {
    const items = itemsIn(list.current)
    const chosenItem = items.find((item) => item.getAttribute('aria-checked') === 'true') ?? items[0]
    chosenItem?.focus({ preventScroll: true })
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) currentTarget.hidePopover()
  }

  return (
    <div ref={menu}>
      <button
        ref={button}
        type="button"
        className="tool tool--menu line items-center to-center"
        data-stop={name}
        tabIndex={-1}
        title={name}
        aria-label={`${name}: ${shownText}`}
        aria-haspopup="menu"
        aria-disabled={isDisabled}
        popoverTarget={isDisabled ? undefined : listId}
        // A closed popover returns the focus to where it was.
        onClick={() => button.current?.focus()}
      >
        {shown}
        <ToolIcon name="open" />
      </button>
      <div
        ref={list}
        id={listId}
        popover="auto"
        className="tool-menu__list"
        role="menu"
        aria-label={name}
        tabIndex={-1}
        onToggle={({ newState }) => newState === 'open' && focusChoice()}
        onBlur={onBlur}
      >
        {choices.map(({ value, text, sample }) => (
          <button
            key={value}
            type="button"
            role="menuitemradio"
            aria-checked={value === chosen}
            className="tool-menu__choice line full items-center gap-2 text-s"
            tabIndex={-1}
            onClick={() => {
              list.current?.hidePopover()
              onChoose(value)
            }}
          >
            {sample !== undefined && <span className={`tool-menu__sample ${sample}`} aria-hidden="true" />}
            {text}
          </button>
        ))}
      </div>
    </div>
  )
}

function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])]
}
