import { type InputHTMLAttributes, type ReactNode, type RefObject, useRef } from 'react'
import { logFailure } from '../lib/log.ts'
import type { ComboboxSource } from './combobox.ts'
import { useField } from './Field.tsx'
import './combobox.css'

type ComboboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'onFocus'> & {
  input: RefObject<HTMLInputElement | null>
  listLabel: string
  /** Called at the first focus, and again after a failure. */
  loadSource: () => Promise<ComboboxSource>
  onPick: (value: string) => void
  boxClassName?: string
  /** Buttons inside the box. */
  children?: ReactNode
}

/** The control of a Field that suggests values; plain text until the suggestions have loaded. */
export function Combobox({
  input,
  listLabel,
  loadSource,
  onPick,
  onChange,
  boxClassName = '',
  className = '',
  children,
  ...control
}: ComboboxProps) {
  const field = useField()
  const list = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const isStarted = useRef(false)
  const newestPick = useRef(onPick)
  newestPick.current = onPick

  async function start(knownText: string) {
    if (isStarted.current) return
    isStarted.current = true
    try {
      const [{ startCombobox }, source] = await Promise.all([import('./combobox.ts'), loadSource()])
      if (input.current === null || list.current === null || status.current === null) return
      const parts = { input: input.current, list: list.current, status: status.current }
      startCombobox(parts, { ...source, knownText, onPick: (value) => newestPick.current(value) })
    } catch (error) {
      isStarted.current = false
      logFailure('The suggestions did not load', error)
    }
  }

  return (
    <div className={`field__box combobox ${boxClassName}`.trim()}>
      <input
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        {...field}
        {...control}
        ref={input}
        type="text"
        className={`field__control ${className}`.trim()}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded="false"
        aria-controls={`${field.id}-list`}
        onFocus={(event) => void start(event.target.value)}
        onChange={(event) => {
          onChange?.(event)
          // The field may have been focused before hydration.
          void start('')
        }}
      />
      {children}
      <div
        ref={list}
        id={`${field.id}-list`}
        className="combobox__list"
        role="listbox"
        aria-label={listLabel}
        hidden
      />
      <p ref={status} className="combobox__status visually-hidden" role="status" />
    </div>
  )
}
