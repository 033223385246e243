import type { ClientDirective } from 'astro'
import { notLoadedEvent } from './offline.ts'

/** Hydrates all islands of the page that wait for an intent. */
const intentEvent = 'doubloon:intent'
/** Events that show that the visitor is about to use an island. */
const signs = ['pointerover', 'pointerdown', 'focusin', 'keydown', 'input', 'click', 'submit', 'dragenter']
/** Keys that components react to; other keys type text, which the field itself keeps. */
const commands = /^(?:Arrow|Escape$|Home$|End$)/

/**
 * `client:intent`: hydrates an island, whose first render is complete in the page, at the first sign that a visitor is
 * about to use one, or at once if the browser has stored what it shows. Its value names the storage keys, and parameters
 * of the URL as '?name'. Input until then is replayed afterwards. If its script can't be loaded, a sentence says so,
 * and the next sign tries again.
 */
const intent: ClientDirective = (load, { value }, island) => {
  const replays: (() => void)[] = []
  /** What the visitor did last that only the island, or a form without script, can do. */
  let lastAct: SubmitEvent | 'click' | null = null
  const typedInto = new Set<HTMLInputElement>()
  let isWanted = false

  const recordInput = (event: Event) => {
    const { target } = event
    if (!(target instanceof Element)) return
    const button = target.closest('button')
    if (event.type === 'input' && target instanceof HTMLInputElement) typedInto.add(target)
    else if (event instanceof SubmitEvent && target instanceof HTMLFormElement) {
      event.preventDefault()
      lastAct = event
      replays.push(() => target.requestSubmit(event.submitter))
    } else if (event.type === 'click' && button !== null && button.type !== 'submit') {
      event.preventDefault()
      lastAct = 'click'
      replays.push(() => button.click())
    } else if (event.type.startsWith('pointer') && target.closest('[role="application"]') !== null) {
      // A chart answers where the pointer is; it may not move again.
      const type = event.type === 'pointerover' ? 'pointermove' : event.type
      replays.push(() => void target.dispatchEvent(new PointerEvent(type, event)))
    } else if (event instanceof KeyboardEvent && commands.test(event.key)) {
      replays.push(() => void target.dispatchEvent(new KeyboardEvent('keydown', event)))
    }
    announceIntent()
  }

  const hydrate = async () => {
    if (isWanted) return
    isWanted = true
    // Astro reports a script that doesn't load with this event, and then starts nothing.
    let isLoaded = true
    const noteFailure = () => {
      isLoaded = false
    }
    island.addEventListener('astro:hydration-error', noteFailure)
    const start = await load()
    await start()
    island.removeEventListener('astro:hydration-error', noteFailure)
    if (!isLoaded) {
      isWanted = false
      replays.length = 0
      handleUnloaded(lastAct)
      lastAct = null
      return
    }
    for (const sign of signs) island.removeEventListener(sign, recordInput, true)
    // React hydrates later by itself, but at once when an event of this kind arrives.
    island.firstElementChild?.dispatchEvent(new Event('auxclick', { bubbles: true }))
    for (const field of typedInto) retype(field)
    for (const replay of replays) replay()
  }

  for (const sign of signs) island.addEventListener(sign, recordInput, true)
  window.addEventListener(intentEvent, () => void hydrate())
  if ((typeof value === 'string' && hasStored(value)) || island.matches(':hover, :focus-within'))
    announceIntent()
  // The intent was announced before this island was parsed.
  else if ('intent' in document.documentElement.dataset) void hydrate()
}

/** Without a connection says so; with one, a form is sent as without script. */
function handleUnloaded(act: SubmitEvent | 'click' | null): void {
  if (act === null) return
  if (act instanceof SubmitEvent && navigator.onLine && act.target instanceof HTMLFormElement)
    act.target.submit()
  else window.dispatchEvent(new Event(notLoadedEvent))
}

function announceIntent(): void {
  document.documentElement.dataset['intent'] = ''
  window.dispatchEvent(new Event(intentEvent))
}

function hasStored(names: string): boolean {
  const parameters = new URL(location.href).searchParams
  try {
    return names
      .split(' ')
      .some((name) =>
        name.startsWith('?')
          ? parameters.has(name.slice(1))
          : localStorage.getItem(name) !== null || sessionStorage.getItem(name) !== null
      )
  } catch {
    return false
  }
}

/** Types the text of a field again, because React assumes that it rendered any text already in the field. */
function retype(field: HTMLInputElement): void {
  const { value, selectionStart, selectionEnd } = field
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  field.value = ''
  write?.call(field, value)
  if (field.type === 'text') field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

// biome-ignore lint/style/noDefaultExport: Astro imports a directive like this
export default intent
