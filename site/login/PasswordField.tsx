import { type RefObject, useState } from 'react'

type PasswordFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  error: string | null
  onTyped: () => void
}

export function PasswordField({ ref, error, onTyped }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="field">
      <label className="field__label" htmlFor="password">
        Password
      </label>
      <div className="field__box">
        <input
          ref={ref}
          id="password"
          name="password"
          className="field__control login__input"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          required
          aria-invalid={error !== null}
          aria-describedby="password-error"
          onChange={onTyped}
        />
        <button type="button" className="chip login__show" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide' : 'Show'}
          <span className="visually-hidden"> password</span>
        </button>
      </div>
      <p className="field__error login__error" id="password-error">
        {error}
      </p>
    </div>
  )
}
