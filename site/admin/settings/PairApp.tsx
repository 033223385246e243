import { useMemo } from 'react'
import { encode } from 'uqr'
import { confirmSecondFactor } from '../../../admin-api/contract/accounts.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { ProofForm } from './ProofForm.tsx'

type PairAppProps = {
  uri: string
  secret: string
  onPaired: (recoveryCodes: string[]) => void
  onCancel: () => void
}

/** Shows the secret for the authenticator app, and asks for a first code to confirm that the app has it. */
export function PairApp({ uri, secret, onPaired, onCancel }: PairAppProps) {
  async function confirmCode(code: string) {
    const result = await callAdmin(confirmSecondFactor, { code })
    if (!result.ok) return result
    onPaired(result.value.recovery_codes)
    return null
  }

  return (
    <div className="second-factor stack gap-3 second-factor--pairing">
      <QrCode text={uri} label="The secret for your authenticator app" />
      <ProofForm
        label="Code shown by the app"
        input={{
          type: 'text',
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          maxLength: 10,
          autoFocus: true
        }}
        errorId="pair-error"
        send={confirmCode}
        button={(isBusy) => (
          <div className="row gap-2">
            <Button type="submit" aria-disabled={isBusy}>
              {isBusy ? 'Checking...' : 'Confirm Code'}
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        )}
      >
        <p>Scan the code with your authenticator app, or enter this key by hand:</p>
        <p className="second-factor__key semibold tabular">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
        <details>
          <summary>The full address, for apps that accept one</summary>
          <p className="second-factor__key semibold tabular">{uri}</p>
        </details>
      </ProofForm>
    </div>
  )
}

/** Margin in modules, as required by ISO/IEC 18004. */
const quietZone = 4

/** A QR code, dark on light in both themes, because some cameras can't read the reverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: quietZone })
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size, path: squares.join('') }
  }, [text])
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
