import { type RefObject, useEffect, useReducer, useRef } from 'react'
import { randomKey } from '../lib/random-key.ts'
import { readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts'
import { Draft, type FormState, hasChanges, reducePostForm, startForm } from './form-state.ts'

const draftDelayMs = 300

/**
 * State of the form, with a draft in the browser: unsaved work survives a reload, and the browser asks before leaving
 * the page. `isTouched` is true while the editor holds text that the fields don't have yet.
 */
export function usePostForm() {
  const [state, dispatch] = useReducer(reducePostForm, null, () => {
    const draft = readStored('localStorage', storageKeys.blogDraft, (stored) => Draft.safeParse(stored).data)
    return startForm(draft, randomKey())
  })
  const isTouched: RefObject<boolean> = useRef(false)
  const latest = useRef(state)
  latest.current = state

  useEffect(() => {
    if (!hasChanges(state)) return removeStored('localStorage', storageKeys.blogDraft)
    const timer = setTimeout(() => saveDraft(state), draftDelayMs)
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => {
    const save = () => {
      if (hasChanges(latest.current)) saveDraft(latest.current)
    }
    const saveAndAsk = (event: BeforeUnloadEvent) => {
      save()
      if (isTouched.current || hasChanges(latest.current)) event.preventDefault()
    }
    window.addEventListener('beforeunload', saveAndAsk)
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('beforeunload', saveAndAsk)
      window.removeEventListener('pagehide', save)
    }
  }, [])

  return { state, dispatch, isTouched }
}

function saveDraft({ mode, fields }: FormState): void {
  const draft: Draft = { mode, fields, keptAt: new Date().toISOString() }
  writeStored('localStorage', storageKeys.blogDraft, draft)
}
