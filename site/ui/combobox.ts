/** `label` names the value, `note` adds a detail; '' for none. */
type ComboboxOption = { value: string; label: string; note: string }

type ComboboxParts = {
  /** With role="combobox", aria-autocomplete="list" and aria-controls. */
  input: HTMLInputElement
  /** Empty and hidden, with role="listbox" and an id; the combobox manages its content. */
  list: HTMLElement
  /** Empty, with role="status"; announces the number of options, and shows that there are none. */
  status: HTMLElement
}

export type ComboboxSource = {
  find: (text: string) => Promise<readonly ComboboxOption[]>
  /** Returns the announcement for a number of options. */
  announceCount: (count: number) => string
}

type ComboboxSettings = ComboboxSource & {
  onPick: (value: string) => void
  /** Text at the first focus; a different text was typed while this script loaded. */
  knownText: string
}

/**
 * Editable combobox with list autocomplete after the ARIA Authoring Practices: the focus stays in the field, up and
 * down arrows move through the list and wrap around, Enter picks, Escape closes the list (only the next one reaches
 * other listeners), Home, End, left and right arrows return to the text. Returns a function that closes the list.
 */
export function startCombobox(
  { input, list, status }: ComboboxParts,
  { find, onPick, announceCount, knownText }: ComboboxSettings
): () => void {
  let options: readonly ComboboxOption[] = []
  let active = -1
  let lastRequest = 0

  const isOpen = () => !list.hidden

  function renderList(found: readonly ComboboxOption[]): void {
    options = found
    list.replaceChildren(...found.map((option, index) => renderOption(option, `${list.id}-${index}`)))
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(isOpen()))
    setActive(-1)
  }

  function setActive(index: number): void {
    active = index
    for (const [each, element] of [...list.children].entries())
      element.setAttribute('aria-selected', String(each === index))
    const chosen = list.children[index]
    if (chosen === undefined) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', chosen.id)
    chosen?.scrollIntoView({ block: 'nearest' })
  }

  function close(): void {
    lastRequest += 1
    renderList([])
    status.textContent = ''
  }

  async function suggest(): Promise<void> {
    lastRequest += 1
    const request = lastRequest
    const text = input.value
    const found = await find(text)
    if (request !== lastRequest || document.activeElement !== input) return
    renderList(found)
    status.textContent = text.trim() === '' ? '' : announceCount(found.length)
    status.classList.toggle('visually-hidden', found.length > 0)
  }

  function pick(index: number): void {
    const option = options[index]
    close()
    if (option !== undefined) onPick(option.value)
  }

  async function step(by: 1 | -1): Promise<void> {
    if (!isOpen()) await suggest()
    const count = options.length
    if (count > 0) setActive(active === -1 && by === -1 ? count - 1 : (active + by + count) % count)
  }

  function onKey(event: KeyboardEvent): void {
    const { key } = event
    if (event.isComposing || event.ctrlKey || event.metaKey) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      void step(key === 'ArrowDown' ? 1 : -1)
    } else if (!isOpen()) return
    else if (key === 'Enter' && active !== -1) {
      event.preventDefault()
      pick(active)
    } else if (key === 'Enter') {
      // A complete symbol needs no list; otherwise the list stays, because the search may find nothing.
      if (options.some(({ value }) => value === input.value.trim().toUpperCase())) close()
    } else if (key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(-1)
  }

  input.addEventListener('input', () => void suggest())
  input.addEventListener('keydown', onKey)
  input.addEventListener('blur', close)
  // Keeps the focus in the field, because blur would close the list before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role="option"]') : null
    if (option !== null) pick([...list.children].indexOf(option))
  })
  if (input.value !== knownText) void suggest()
  return close
}

function renderOption({ value, label, note }: ComboboxOption, id: string): HTMLElement {
  const option = document.createElement('div')
  option.id = id
  option.setAttribute('role', 'option')
  option.className = 'combobox__option grid items-baseline gap-x-2'
  const parts = [
    [value, 'combobox__value bold'],
    [label, 'text-s'],
    [note, 'combobox__note text-xs muted']
  ] as const
  for (const [text, className] of parts) {
    if (text === '') continue
    const part = document.createElement('span')
    part.className = className
    part.textContent = text
    // Separated by spaces for screen readers.
    option.append(part, ' ')
  }
  return option
}
