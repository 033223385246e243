import type { RefObject } from 'react'

type CodeFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  error: string | null
  onTyped: () => void
}

/** The second step, where the operator has a second factor. Recovery codes have letters, hence no numeric keyboard. */
export function CodeField({ ref, error, onTyped }: CodeFieldProps) {
  return (
    <div className="field">
      <label className="field__label" htmlFor="code">
        Code
      </label>
      <input
        ref={ref}
        id="code"
        name="code"
        className="field__control"
        type="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={40}
        // biome-ignore lint/a11y/noAutofocus: it appears as the answer to the password, and is what comes next
        autoFocus
        aria-invalid={error !== null}
        aria-describedby="code-hint code-error"
        onChange={onTyped}
      />
      <p className="field__hint" id="code-hint">
        From your authenticator app. Without your phone, a recovery code does as well.
      </p>
      <p className="field__error login__error" id="code-error">
        {error}
      </p>
    </div>
  )
}
