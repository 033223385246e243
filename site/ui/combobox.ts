/** `value` is what is picked, `label` its name, `note` a word more; '' for none. */
type ComboboxOption = { value: string; label: string; note: string }

type ComboboxParts = {
  /** With role="combobox", aria-autocomplete="list" and aria-controls. */
  input: HTMLInputElement
  /** Empty, hidden, with role="listbox" and an id; what is in it belongs to the combobox. */
  list: HTMLElement
  /** Empty, with role="status": says how many options there are. */
  status: HTMLElement
}

/** What a combobox has to offer. */
export type ComboboxSource = {
  find: (text: string) => Promise<readonly ComboboxOption[]>
  /** What the status says of so many options. */
  sayCount: (count: number) => string
}

type ComboboxSettings = ComboboxSource & {
  onPick: (value: string) => void
  /** What was in the field when it was touched; what differs was typed while this file was on its way. */
  knownText: string
}

/**
 * An editable combobox with a list of suggestions, as the ARIA Authoring Practices describe it: the focus stays in
 * the field, arrows walk through the list and round its ends, Enter picks, Escape closes the list and only then is
 * heard by others, Home, End and sideways arrows go back to the text. Answers how to close the list.
 */
export function startCombobox(
  { input, list, status }: ComboboxParts,
  { find, onPick, sayCount, knownText }: ComboboxSettings
): () => void {
  let options: readonly ComboboxOption[] = []
  let active = -1
  let asked = 0

  const isOpen = () => !list.hidden

  function draw(found: readonly ComboboxOption[]): void {
    options = found
    list.replaceChildren(...found.map((option, place) => drawOption(option, `${list.id}-${place}`)))
    list.hidden = found.length === 0
    input.setAttribute('aria-expanded', String(isOpen()))
    setActive(-1)
  }

  function setActive(place: number): void {
    active = place
    for (const [each, element] of [...list.children].entries())
      element.setAttribute('aria-selected', String(each === place))
    const chosen = list.children[place]
    if (chosen === undefined) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', chosen.id)
    chosen?.scrollIntoView({ block: 'nearest' })
  }

  function close(): void {
    asked += 1
    draw([])
    status.textContent = ''
  }

  async function suggest(): Promise<void> {
    asked += 1
    const question = asked
    const text = input.value
    const found = await find(text)
    if (question !== asked || document.activeElement !== input) return
    draw(found)
    status.textContent = text.trim() === '' ? '' : sayCount(found.length)
    status.toggleAttribute('data-shown', found.length === 0)
  }

  function pick(place: number): void {
    const option = options[place]
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
      // What was typed whole needs no list; else it stays, as what follows may find nothing.
      if (options.some(({ value }) => value === input.value.trim().toUpperCase())) close()
    } else if (key === 'Escape') {
      event.stopPropagation()
      close()
    } else if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(-1)
  }

  input.addEventListener('input', () => void suggest())
  input.addEventListener('keydown', onKey)
  input.addEventListener('blur', close)
  // The focus stays in the field, or it would close the list before the click.
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role="option"]') : null
    if (option !== null) pick([...list.children].indexOf(option))
  })
  if (input.value !== knownText) void suggest()
  return close
}

function drawOption({ value, label, note }: ComboboxOption, id: string): HTMLElement {
  const option = document.createElement('div')
  option.id = id
  option.setAttribute('role', 'option')
  option.className = 'combobox__option'
  const parts = { value, label, note }
  for (const [name, text] of Object.entries(parts)) {
    if (text === '') continue
    const part = document.createElement('span')
    part.className = `combobox__${name}`
    part.textContent = text
    // Spaces between, for those who hear the option.
    option.append(part, ' ')
  }
  return option
}
