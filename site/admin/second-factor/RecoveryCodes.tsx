import { useEffect, useRef } from 'react'

type RecoveryCodesProps = { codes: readonly string[]; onKept: () => void }

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="second-factor">
      <h3 className="second-factor__title" ref={heading} tabIndex={-1}>
        The second factor is on. Keep these recovery codes.
      </h3>
      <p>
        Each opens the login once in place of a code, should your phone be lost. They are shown this once;
        keep them on paper or in your password manager.
      </p>
      <ol className="second-factor__codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <button type="button" className="button" onClick={onKept}>
        I Have Kept Them
      </button>
    </div>
  )
}
