import { type FocusEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { ToolIcon, useWindowKeys } from './ToolButton.tsx'

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

/** Minimum distance of the list from the edges of the window. */
const edgePx = 8

/** A toolbar button that opens a list of choices. */
export function ToolMenu<Value extends string>({
  name,
  shown,
  shownText,
  choices,
  chosen,
  isDisabled,
  onChoose
}: ToolMenuProps<Value>) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()

  // The toolbar scrolls sideways on phones and would clip a list inside it.
  useLayoutEffect(() => {
    if (!isOpen) return
    const place = () => {
      const [box, own] = [button.current?.getBoundingClientRect(), list.current]
      if (box === undefined || own === null) return
      const rightmost = document.documentElement.clientWidth - own.offsetWidth - edgePx
      own.style.insetInlineStart = `${Math.max(edgePx, Math.min(box.left, rightmost))}px`
      const [above, below] = [box.top - edgePx, innerHeight - box.bottom - edgePx]
      const isBelow = own.scrollHeight <= below || below >= above
      own.style.maxBlockSize = `${Math.max(above, below)}px`
      own.style.insetBlockStart = isBelow
        ? `${box.bottom + 2}px`
        : `${Math.max(edgePx, box.top - own.offsetHeight - 2)}px`
    }
    place()
    addEventListener('scroll', place, { capture: true, passive: true })
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, { capture: true })
      removeEventListener('resize', place)
    }
  }, [isOpen])

  function open() {
    if (isDisabled) return
    setOpen(true)
    // The list has to be rendered first.
    requestAnimationFrame(() => {
      const items = itemsIn(list.current)
      const current = items.find((item) => item.getAttribute('aria-checked') === 'true')
      const first = current ?? items[0]
      first?.focus({ preventScroll: true })
    })
  }

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  useWindowKeys(menu, (event) => {
    if (event.target === button.current) {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open()
    } else onListKey(event)
  })

  function onListKey(event: KeyboardEvent) {
    const items = itemsIn(list.current)
    const at = items.findIndex((item) => item.matches(':focus'))
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: items.length - 1
    }
    const next = steps[event.key]
    // The toolbar around the list would handle the key, too.
    event.stopImmediatePropagation()
    if (next !== undefined) {
      event.preventDefault()
      items.at(next % items.length)?.focus()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
  }

  function onBlur({ relatedTarget, currentTarget }: FocusEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects that the focus has left
    <div ref={menu} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className="tool tool--menu"
        data-stop={name}
        tabIndex={-1}
        title={name}
        aria-label={`${name}: ${shownText}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-disabled={isDisabled}
        onClick={() => (isOpen ? close() : open())}
      >
        {shown}
        <ToolIcon name="open" />
      </button>
      {isOpen && (
        <div ref={list} id={listId} className="tool-menu__list" role="menu" aria-label={name} tabIndex={-1}>
          {choices.map(({ value, text, sample }) => (
            <button
              key={value}
              type="button"
              role="menuitemradio"
              aria-checked={value === chosen}
              className="tool-menu__choice"
              tabIndex={-1}
              onClick={() => {
                setOpen(false)
                onChoose(value)
              }}
            >
              {sample !== undefined && <span className={`tool-menu__sample ${sample}`} aria-hidden="true" />}
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])]
}
