import { useEffect, useRef, useState } from 'react'
import {
  type CollectionScope,
  collectGroup,
  collectOne,
  fixPltwEstimate,
  readCollection,
  stopCollection
} from '../../../admin-api/contract/collection.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatDividend } from '../../lib/format.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showFailure, showOutcome } from '../../login/admin-session.ts'
import { useForm } from '../../login/use-form.ts'
import { Form, SubmitButton } from '../../ui/Form.tsx'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { SymbolField } from '../Filters.tsx'
import { TaskButton } from '../TaskButton.tsx'
import {
  type Collections,
  isAnyRunning,
  outcomeText,
  type Progress,
  type Run,
  scheduleText
} from './collection-state.ts'
import { type Collectable, GroupCard } from './GroupCard.tsx'
import './collection.css'

const refreshWhileRunningMs = 500
/** Polls while idle, too, because a collection may be started elsewhere. */
const refreshWhileIdleMs = 10_000
/** Allows all funds to be collected, one by one, from a slow provider. */
const collectionTimeoutMs = 15 * 60_000
const none: Progress[] = []

/** Collects a single fund, a group, or all groups. Groups run in parallel. */
export function Collection() {
  const [runs, setRuns] = useState<Collections['runs']>({})
  const setRun = (group: CollectionScope, run?: Run) => setRuns((others) => ({ ...others, [group]: run }))
  const [isBusy, setBusy] = useState(false)
  const query = useAdminQuery(readCollection, {}, isBusy ? refreshWhileRunningMs : refreshWhileIdleMs)
  const { value, failure } = query
  const running = value?.running ?? none
  const isLive = value?.is_live ?? true
  const [confirm, confirmDialog] = useConfirm()
  const collections = { runs, running }
  const isAnyBusy = isAnyRunning(collections)
  useEffect(() => setBusy(isAnyBusy), [isAnyBusy])

  async function confirmAndCollect({ group, title, tickers, about }: Collectable) {
    const isSure = await confirm({
      title: `Collect ${title}?`,
      message: `Collects prices and payments of ${countOf(tickers.length, 'fund')}, one at a time: ${about}.`,
      confirmText: `Collect ${title}`
    })
    if (isSure) await collect(group, title)
  }

  async function collect(group: CollectionScope, title: string) {
    setRun(group, { status: 'running' })
    const result = await callAdmin(collectGroup, { group }, { timeoutMs: collectionTimeoutMs })
    if (!result.ok) {
      setRun(group, { status: 'failed', message: result.message })
      return showFailure(`${title} Collection Failed`, result, `Failed to collect ${title}`)
    }
    const { errors, stopped } = result.value
    setRun(group, { status: 'done', outcome: result.value })
    showToast({
      kind: errors.length === 0 && isLive ? 'success' : 'info',
      title: stopped === null ? `${title} Collected` : `${title} Collected in Part`,
      message: outcomeText(result.value, isLive)
    })
  }

  async function stop(group: CollectionScope) {
    const result = await callAdmin(stopCollection, { group })
    return showOutcome(result, {
      done: 'Stopping',
      failed: 'It Could Not Be Stopped',
      sentence: 'Failed to stop the collection'
    })
  }

  const toCard = (collectable: Collectable) => (
    <GroupCard
      key={collectable.group}
      collectable={collectable}
      collections={collections}
      isLive={isLive}
      onCollect={() => void confirmAndCollect(collectable)}
      onStop={() => stop(collectable.group)}
      onDismiss={() => setRun(collectable.group)}
    />
  )

  return (
    <AdminSection
      titleId="collection-title"
      title="Manual Data Collection"
      tools={<TaskButton text="Fix PLTW Estimate" busyText="Processing..." task={fixPltw} />}
      query={query}
    >
      <SingleTicker />
      <h3 className="above-5 below-3 text-l">All funds</h3>
      {value && <p className="below-3 muted text-s">{scheduleText(value.schedule)}</p>}
      {value && (
        <ul className="fill-20 grid gap-3">
          {toCard({
            group: 'all',
            title: 'All Groups',
            tickers: value.groups.flatMap(({ tickers }) => tickers),
            about: value.groups.map(({ title }) => title).join(', ')
          })}
        </ul>
      )}
      <h3 className="above-5 below-3 text-l">One group</h3>
      {value === null && failure === null && <p className="muted">Mustering the crew...</p>}
      <ul className="fill-20 grid gap-3">
        {value?.groups.map((group) => toCard({ ...group, about: group.tickers.join(', ') }))}
      </ul>
      {confirmDialog}
    </AdminSection>
  )
}

/** Recalculates the estimate of PLTW from stored data. */
async function fixPltw() {
  showOutcome(await callAdmin(fixPltwEstimate, {}, { timeoutMs: 60_000 }), {
    done: 'PLTW Estimate Fixed',
    failed: 'PLTW Fix Failed',
    sentence: 'Failed to fix the PLTW estimate',
    message: ({ new_estimate }) => `New estimate: ${formatDividend(new_estimate)} a share.`
  })
}

/** A provider may be slow. */
const timeoutMs = 120_000

const aboutSingle = 'Collects one fund. Its estimate becomes a pending entry on the Review page.'

function SingleTicker() {
  const [ticker, setTicker] = useState('')
  const [status, setStatus] = useState(aboutSingle)
  const input = useRef<HTMLInputElement>(null)
  const form = useForm(collectOne, {
    call: async (asked) => {
      setStatus(`Collecting ${ticker}...`)
      const result = await callAdmin(collectOne, asked, { timeoutMs })
      if (!result.ok) setStatus(aboutSingle)
      return result
    },
    fieldOf: () => 'ticker',
    failure: { title: 'Data Collection Failed', sentence: 'Failed to collect data' },
    onDone: ({ entry }) => {
      const { ticker: collected, estimated_dividend, reason } = entry
      const estimate = estimated_dividend === null ? 'no estimate' : formatDividend(estimated_dividend)
      const message = `${collected}: estimated dividend ${estimate}.${reason === null ? '' : ` ${reason}`}`
      setStatus(`${message} It is on the Review page.`)
      setTicker('')
      showToast({ kind: 'success', title: 'Data Collected', message })
      // The submit button is disabled now.
      input.current?.focus()
    }
  })
  return (
    <Form
      form={form}
      className="row items-end gap-y-2 gap-x-3"
      actions={
        <>
          <SubmitButton
            variant="gold"
            disabled={ticker === ''}
            title={ticker === '' ? 'ticker required' : undefined}
            busyText="Processing..."
          >
            Collect Data
          </SubmitButton>
          <p className="field__hint grow" aria-live="polite">
            {status}
          </p>
        </>
      }
    >
      <SymbolField
        ref={input}
        name="ticker"
        label="ETF ticker"
        className="single-ticker__field"
        placeholder="e.g. MSTY"
        value={ticker}
        onChange={(event) => setTicker(event.target.value)}
      />
    </Form>
  )
}
