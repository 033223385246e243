import { type Dispatch, type RefObject, useEffect, useReducer, useRef } from 'react'
import { randomKey } from '../../lib/random-key.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { type FormAction, type FormState, hasChanges, reducePostForm, startForm } from './form-state.ts'

const draftDelayMs = 300

type PostFormState = {
  state: FormState
  dispatch: Dispatch<FormAction>
  /** True while the editor holds text that the fields do not have yet. */
  isTouched: RefObject<boolean>
}

/** The form with its draft: unsaved work survives a reload, and the browser asks before the page is left. */
export function usePostForm(): PostFormState {
  const [state, dispatch] = useReducer(reducePostForm, null, () => startForm(readDraft(), randomKey()))
  const isTouched = useRef(false)
  const latest = useRef(state)
  latest.current = state

  useEffect(() => {
    if (!hasChanges(state)) {
      dropDraft()
      return
    }
    const timer = setTimeout(() => keepDraft(state.mode, state.fields), draftDelayMs)
    return () => clearTimeout(timer)
  }, [state])

  useEffect(() => {
    const keep = () => {
      if (hasChanges(latest.current)) keepDraft(latest.current.mode, latest.current.fields)
    }
    const ask = (event: BeforeUnloadEvent) => {
      keep()
      if (isTouched.current || hasChanges(latest.current)) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('beforeunload', ask)
      window.removeEventListener('pagehide', keep)
    }
  }, [])

  return { state, dispatch, isTouched }
}
