import { type ComponentType, useEffect, useRef, useState } from 'react'
import { logFailure } from '../lib/log.ts'
import {
  type Choice,
  formatChoice,
  isSameChoice,
  maxFunds,
  type ParsedChoice,
  parseChoice
} from './choice.ts'
import type { Comparison } from './compare-funds.ts'

/** `shown` is null while the page's own comparison is on screen. */
type State = {
  choice: Choice
  shown: { comparison: Comparison; View: ComponentType<{ comparison: Comparison }> } | null
  isLoading: boolean
  /** Announcement of the latest change and its problems. */
  announcement: string
  remarks: readonly string[]
  failure: string | null
}

const notLoaded = 'The comparison couldn’t be loaded. Check your connection and try again.'

/** The comparison in the URL and the visitor's changes. The URL describes what is shown, and Back undoes a change. */
export function useComparison(usual: Choice) {
  const [state, setState] = useState<State>({
    choice: usual,
    shown: null,
    isLoading: false,
    announcement: '',
    remarks: [],
    failure: null
  })
  const newest = useRef<{ next: ParsedChoice; before: Choice | null } | null>(null)
  /** The query that is shown. */
  const address = useRef('')

  function writeAddress(how: 'pushState' | 'replaceState', choice: Choice): void {
    address.current = formatChoice(choice)
    if (address.current === location.search) return
    history[how](null, '', location.pathname + address.current + location.hash)
  }

  /** `before` is the changed choice; null if a URL was opened. */
  async function show(next: ParsedChoice, before: Choice | null): Promise<void> {
    const request = { next, before }
    newest.current = request
    setState((last) => ({
      ...last,
      choice: next.choice,
      isLoading: true,
      announcement: '',
      remarks: [],
      failure: null
    }))
    // Loaded on demand to keep the page light.
    const result = await import('./arrange.tsx')
      .then(async ({ arrange, comparisonSentence, LiveComparison }) => {
        const arranged = await arrange(next, usual)
        return { arranged, comparisonSentence, View: LiveComparison }
      })
      .catch((error: unknown) => {
        logFailure('The comparison failed to load', error)
        return null
      })
    if (newest.current !== request) return
    if (result === null || !result.arranged.ok) {
      const failure = result?.arranged.ok === false ? result.arranged.message : notLoaded
      setState((last) => ({ ...last, isLoading: false, failure }))
      return
    }
    const { arranged, comparisonSentence, View } = result
    const { comparison, remarks } = arranged
    setState({
      choice: comparison.choice,
      shown: { comparison, View },
      isLoading: false,
      announcement: before === null ? '' : comparisonSentence(before, comparison),
      remarks,
      failure: null
    })
    if (remarks.length > 0 || location.search !== '') writeAddress('replaceState', comparison.choice)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, and when it changes
  useEffect(() => {
    const follow = () => {
      // Also fires for jumps within the page.
      if (location.search === address.current) return
      address.current = location.search
      void show(parseChoice(location.search) ?? { choice: usual, remarks: [] }, null)
    }
    const next = parseChoice(location.search)
    // The server has rendered the funds in the address already, if it could.
    const isShown = next !== null && next.remarks.length === 0 && isSameChoice(next.choice, usual)
    if (isShown) address.current = location.search
    else if (next !== null) follow()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])

  function choose(choice: Choice): void {
    if (isSameChoice(choice, state.choice)) return
    writeAddress('pushState', choice)
    void show({ choice, remarks: [] }, state.choice)
  }

  const refuse = (remark: string) => setState((last) => ({ ...last, announcement: '', remarks: [remark] }))
  const { symbols } = state.choice

  /** Renders the comparison of the server again, so that its chart can be used. */
  async function enliven(): Promise<void> {
    const { arrange, LiveComparison } = await import('./arrange.tsx')
    const arranged = await arrange({ choice: state.choice, remarks: [] }, usual)
    if (!arranged.ok) return
    const { comparison } = arranged
    setState((last) =>
      last.shown === null ? { ...last, shown: { comparison, View: LiveComparison } } : last
    )
  }

  return {
    ...state,
    enliven: () => {
      enliven().catch((error: unknown) => logFailure('The chart failed to load', error))
    },
    add: (symbol: string) => {
      if (symbols.includes(symbol)) refuse(`${symbol} is already in the comparison.`)
      else if (symbols.length >= maxFunds)
        refuse(`You can compare at most ${maxFunds} funds. Remove one before you add ${symbol}.`)
      else choose({ ...state.choice, symbols: [...symbols, symbol] })
    },
    replace: (chosen: readonly string[]) => choose({ ...state.choice, symbols: chosen.slice(0, maxFunds) }),
    remove: (symbol: string) =>
      choose({ ...state.choice, symbols: symbols.filter((other) => other !== symbol) }),
    begin: (from: string | null) => choose({ ...state.choice, from }),
    refuse,
    retry: () => {
      if (newest.current !== null) void show(newest.current.next, newest.current.before)
    }
  }
}
