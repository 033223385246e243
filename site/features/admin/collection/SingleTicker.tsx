import { type SubmitEvent, useRef, useState } from 'react'
import { collectOne } from '../../../../admin-api/contract/collection.ts'
import { symbolRule } from '../../../../admin-api/contract/symbol-rule.ts'
import { formatDividend } from '../../../lib/format.ts'
import { symbolFrom } from '../../../lib/symbol-from.ts'
import { callAdmin, tellFailure } from '../../../stores/admin-session.ts'
import { showToast } from '../../../stores/toast.ts'

/** A provider may take its time. */
const longestMs = 120_000

export function SingleTicker() {
  const [ticker, setTicker] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [told, setTold] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isOff = ticker === '' || isBusy

  async function collect(event: SubmitEvent) {
    event.preventDefault()
    if (isOff) return
    setBusy(true)
    setTold(`Collecting ${ticker}...`)
    const result = await callAdmin(collectOne, { ticker }, { timeoutMs: longestMs })
    setBusy(false)
    // The button that was pressed is out of use now.
    input.current?.focus()
    if (!result.ok) {
      setTold('')
      return tellFailure('Data Collection Failed', result, `Failed to collect data for ${ticker}`)
    }
    const { entry } = result.value
    const estimate =
      entry.estimated_dividend === null ? 'no estimate' : formatDividend(entry.estimated_dividend)
    const message = `${entry.ticker}: estimated dividend ${estimate}.`
    setTold(`${message} It waits in Manual Entries.`)
    setTicker('')
    showToast({ kind: 'success', title: 'Data Collected', message })
  }

  return (
    <form className="single-ticker" onSubmit={collect}>
      <div className="field single-ticker__field">
        <label className="field__label" htmlFor="collect-ticker">
          ETF ticker
        </label>
        <input
          ref={input}
          id="collect-ticker"
          className="field__control single-ticker__input"
          type="text"
          placeholder="e.g. MSTY"
          maxLength={symbolRule.maxLength}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          required
          aria-describedby="collect-told"
          value={ticker}
          onChange={(event) => setTicker(symbolFrom(event.target.value))}
        />
      </div>
      <button
        type="submit"
        className="button button--gold"
        disabled={isOff}
        title={ticker === '' ? 'ticker required' : undefined}
      >
        {isBusy ? 'Processing...' : 'Collect Data'}
      </button>
      <p className="field__hint single-ticker__told" id="collect-told" aria-live="polite">
        {told || 'One fund at a time; its estimate is left as a pending entry.'}
      </p>
    </form>
  )
}
