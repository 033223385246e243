import { useRef, useState } from 'react'
import { collectOne } from '../../../admin-api/contract/collection.ts'
import { formatDividend } from '../../lib/format.ts'
import { symbolFrom, symbolInput } from '../../lib/symbol-from.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { useSubmit } from '../../login/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toast.ts'

/** A provider may be slow. */
const timeoutMs = 120_000

export function SingleTicker() {
  const [ticker, setTicker] = useState('')
  const [status, setStatus] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, onSubmit } = useSubmit(collect)

  async function collect(): Promise<null> {
    setStatus(`Collecting ${ticker}...`)
    const result = await callAdmin(collectOne, { ticker }, { timeoutMs })
    // The submit button, which had the focus, is disabled now.
    input.current?.focus()
    if (!result.ok) {
      setStatus('')
      showFailure('Data Collection Failed', result, `Failed to collect data for ${ticker}`)
      return null
    }
    const { entry } = result.value
    const estimate =
      entry.estimated_dividend === null ? 'no estimate' : formatDividend(entry.estimated_dividend)
    const message = `${entry.ticker}: estimated dividend ${estimate}.`
    setStatus(`${message} It is on the Review page.`)
    setTicker('')
    showToast({ kind: 'success', title: 'Data Collected', message })
    return null
  }

  return (
    <form className="row items-end gap-y-2 gap-x-3" onSubmit={onSubmit}>
      <Field id="collect-ticker" label="ETF ticker" className="single-ticker__field">
        <input
          {...symbolInput}
          ref={input}
          id="collect-ticker"
          className="field__control single-ticker__input"
          placeholder="e.g. MSTY"
          required
          aria-describedby="collect-status"
          value={ticker}
          onChange={(event) => setTicker(symbolFrom(event.target.value))}
        />
      </Field>
      <Button
        type="submit"
        variant="gold"
        disabled={ticker === '' || isBusy}
        title={ticker === '' ? 'ticker required' : undefined}
      >
        {isBusy ? 'Processing...' : 'Collect Data'}
      </Button>
      <p className="field__hint single-ticker__status" id="collect-status" aria-live="polite">
        {status || 'Collects one fund. Its estimate becomes a pending entry on the Review page.'}
      </p>
    </form>
  )
}
