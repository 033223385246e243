import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { LineIcon } from '../../../ui/Icon.tsx'

/* Not part of ui/Icon.tsx, which is shipped with public pages. */
const drawings = {
  undo: <path d="M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11h-4" />,
  redo: <path d="m16 5 4 4-4 4M19.5 9H10a5.5 5.5 0 0 0 0 11h4" />,
  bold: <path d="M7 4.5h6a3.6 3.6 0 0 1 0 7.2H7zm0 7.2h7a3.9 3.9 0 0 1 0 7.8H7z" strokeWidth="2.5" />,
  italic: <path d="M10 4.5h8M6 19.5h8M14.5 4.5l-5 15" />,
  underline: <path d="M6.5 4v7a5.5 5.5 0 0 0 11 0V4M5 20.5h14" />,
  color: <path d="m6 17 6-13 6 13M8.3 12.5h7.4" />,
  link: (
    <path d="M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5" />
  ),
  code: <path d="m8.5 7-5 5 5 5M15.5 7l5 5-5 5" />,
  left: <path d="M4 5h16M4 10h10M4 15h16M4 20h10" />,
  center: <path d="M4 5h16M7 10h10M4 15h16M7 20h10" />,
  right: <path d="M4 5h16M10 10h10M4 15h16M10 20h10" />,
  bullets: <path d="M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01" strokeWidth="2.25" />,
  numbers: (
    <path d="M10 6h10M10 12h10M10 18h10M3.5 5 5 4v5M3.5 9h3M3.5 15.3c.4-1 3-1.1 3 .4 0 1.3-3 2.4-3 3.8h3.2" />
  ),
  indent: <path d="M4 5h16M11 10h9M11 15h9M4 20h16M4 9.5l3.5 3L4 15.5z" />,
  outdent: <path d="M4 5h16M11 10h9M11 15h9M4 20h16M7.5 9.5 4 12.5l3.5 3z" />,
  quote: <path d="M5 7h5v5c0 3-1.5 4.5-4 5M14 7h5v5c0 3-1.5 4.5-4 5M5 7v5h5M14 7v5h5" />,
  codeBlock: <path d="M4 4.5h16v15H4zM9.5 9.5 7 12l2.5 2.5M14.5 9.5 17 12l-2.5 2.5" />,
  table: <path d="M4 5h16v14H4zM4 9.7h16M4 14.3h16M12 9.7V19" />,
  divider: <path d="M3.5 12h17M8 6h8M8 18h8" />,
  image: <path d="M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5L20 17M15.5 9h.01" />,
  clear: <path d="M6 5h12M12 5l-2 8M4 20h7M14.5 14.5l5 5m0-5-5 5" />,
  up: <path d="M12 19V6m-5 5 5-5 5 5" />,
  down: <path d="M12 5v13m-5-5 5 5 5-5" />,
  remove: <path d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5" />,
  help: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M9.3 9.5a2.8 2.8 0 1 1 4 2.6c-.9.4-1.3 1-1.3 1.9M12 17h.01" />
    </>
  ),
  open: <path d="m7 10 5 5 5-5" />
} satisfies Record<string, ReactNode>

type ToolIconName = keyof typeof drawings

export function ToolIcon({ name }: { name: ToolIconName }) {
  return <LineIcon>{drawings[name]}</LineIcon>
}

export type Tool = {
  name: string
  /** Omitted for a button that shows its name. */
  icon?: ToolIconName | undefined
  /** Shown in the tooltip: 'Ctrl + B'. */
  keyText?: string | undefined
  /** Omitted for a button without a pressed state. */
  isPressed?: boolean | undefined
  isDisabled?: boolean
  onPress: () => void
}

/** Tool buttons. A disabled button keeps the focus; the toolbar controls which button is reached by Tab. */
export function ToolButtons({ tools }: { tools: readonly Tool[] }) {
  return tools.map(({ name, icon, keyText, isPressed, isDisabled = false, onPress }) => (
    <button
      key={name}
      type="button"
      className={`tool line items-center to-center ${icon === undefined ? 'tool--word text-xs semibold' : ''}`}
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
      {icon === undefined ? name : <ToolIcon name={icon} />}
    </button>
  ))
}

/**
 * Handles keys pressed within an element before any other listener, because Tab and the arrow keys are stopped at the
 * window while the editor is open (see input.ts).
 */
export function useWindowKeys(
  element: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent) => void
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof Node && element.current?.contains(event.target)) onKey(event)
  })

  useEffect(() => {
    window.addEventListener('keydown', handle, { capture: true })
    return () => window.removeEventListener('keydown', handle, { capture: true })
  }, [])
}

/**
 * Moves the focus along the buttons of a toolbar or menu; returns whether the key was handled.
 * @param keys for the next and the previous button
 */
export function moveAlong(
  buttons: HTMLElement[],
  event: KeyboardEvent,
  [nextKey, previousKey]: [string, string]
): boolean {
  const current = buttons.findIndex((button) => button.matches(':focus'))
  const targets: Record<string, number> = {
    [nextKey]: current + 1,
    [previousKey]: current - 1,
    Home: 0,
    End: -1
  }
  const next = targets[event.key]
  if (next === undefined) return false
  event.preventDefault()
  buttons.at(next % buttons.length)?.focus()
  return true
}

/** Makes one button the tab stop of the toolbar. */
export function setStop(toolbar: HTMLElement, chosen: Element | undefined): void {
  for (const stop of stopsOf(toolbar)) stop.tabIndex = stop === chosen ? 0 : -1
}

/** The tab stop of the toolbar: the button used last, or else the first. */
export function currentStop(toolbar: HTMLElement): HTMLElement | undefined {
  const stops = stopsOf(toolbar)
  return stops.find((stop) => stop.tabIndex === 0) ?? stops[0]
}

export function stopsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>('[data-stop]')]
}
