import { type SubmitEvent, useRef, useState } from 'react'
import { collectOne } from '../../../admin-api/contract/collection.ts'
import { formatDividend } from '../../lib/format.ts'
import { symbolFrom, symbolInput } from '../../lib/symbol-from.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'
import { Field } from '../../ui/Field.tsx'

/** A provider may take its time. */
const longestMs = 120_000

export function SingleTicker() {
  const [ticker, setTicker] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [status, setStatus] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isOff = ticker === '' || isBusy

  async function collect(event: SubmitEvent) {
    event.preventDefault()
    if (isOff) return
    setBusy(true)
    setStatus(`Collecting ${ticker}...`)
    const result = await callAdmin(collectOne, { ticker }, { timeoutMs: longestMs })
    setBusy(false)
    // The button that was pressed is out of use now.
    input.current?.focus()
    if (!result.ok) {
      setStatus('')
      return showFailure('Data Collection Failed', result, `Failed to collect data for ${ticker}`)
    }
    const { entry } = result.value
    const estimate =
      entry.estimated_dividend === null ? 'no estimate' : formatDividend(entry.estimated_dividend)
    const message = `${entry.ticker}: estimated dividend ${estimate}.`
    setStatus(`${message} It waits in Manual Entries.`)
    setTicker('')
    showToast({ kind: 'success', title: 'Data Collected', message })
  }

  return (
    <form className="single-ticker" onSubmit={collect}>
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
      <button
        type="submit"
        className="button button--gold"
        disabled={isOff}
        title={ticker === '' ? 'ticker required' : undefined}
      >
        {isBusy ? 'Processing...' : 'Collect Data'}
      </button>
      <p className="field__hint single-ticker__status" id="collect-status" aria-live="polite">
        {status || 'One fund at a time; its estimate is left as a pending entry.'}
      </p>
    </form>
  )
}
