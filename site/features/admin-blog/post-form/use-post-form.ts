import { type Dispatch, type RefObject, useEffect, useReducer, useRef } from 'react'
import { dropDraft, keepDraft, readDraft } from './draft.ts'
import { type FormAct, type FormState, formAfter, hasChanges, startForm } from './form-state.ts'

const restMs = 300

type PostFormState = {
  state: FormState
  dispatch: Dispatch<FormAct>
  /** True while the editor holds text that the fields do not have yet. */
  isTouched: RefObject<boolean>
}

/** The form with its draft: what is not saved outlives a reload, and the browser asks before it is left. */
export function usePostForm(): PostFormState {
  const [state, dispatch] = useReducer(formAfter, null, () => startForm(readDraft()))
  const isTouched = useRef(false)
  const latest = useRef(state)
  latest.current = state

  useEffect(() => {
    if (!hasChanges(state)) {
      dropDraft()
      return
    }
    const timer = setTimeout(() => keepDraft(state.mode, state.fields), restMs)
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
