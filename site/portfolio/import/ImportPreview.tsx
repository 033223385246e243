import { useEffect, useMemo, useRef, useState } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { Table } from '../../ui/Table.tsx'
import { showToast } from '../../ui/toast.ts'
import { formatShares } from '../format-portfolio.ts'
import type { AccountMethod, Transaction } from '../ledger/transaction.ts'
import { changePortfolio } from '../portfolio-store.ts'
import type { HeldFunds } from '../positions/held-fund.ts'
import type { FileReading } from './file-reading.ts'
import { inAccount, type PlannedImport, planImport, summaryOf } from './plan-import.ts'

/** Rows listed until the visitor expands the list. */
const listedRows = 50

type ImportPreviewProps = {
  reading: FileReading
  transactions: readonly Transaction[]
  methods: readonly AccountMethod[]
  symbols: ReadonlyMap<string, string>
  funds: HeldFunds
  today: string
  onDone: () => void
}

/** Shows what a file would add; nothing changes before the visitor confirms. */
export function ImportPreview({
  reading,
  transactions,
  methods,
  symbols,
  funds,
  today,
  onDone
}: ImportPreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [account, setAccount] = useState(reading.format)
  useEffect(() => heading.current?.focus(), [])
  const plan = useMemo(
    () =>
      planImport({
        reading: reading.hasAccounts ? reading : inAccount(reading, account.trim()),
        existing: transactions,
        ...{ methods, symbols, funds, today }
      }),
    [reading, account, transactions, methods, symbols, funds, today]
  )
  const count = plan.added.length

  function add() {
    changePortfolio({ type: 'put', transactions: plan.added })
    if (plan.kinds.length > 0) changePortfolio({ type: 'set-kinds', kinds: plan.kinds })
    showToast({ kind: 'success', title: 'File Imported', message: `${countOf(count, 'transaction')} added.` })
    onDone()
  }

  return (
    <section className="import-preview stack gap-3 above-4" aria-labelledby="import-preview-title">
      <h3 className="import-preview__title text-l" id="import-preview-title" ref={heading} tabIndex={-1}>
        {plan.format}: {summaryOf(plan)}
      </h3>
      {!reading.hasAccounts && (
        <Field
          id="import-account"
          label="Account"
          hint="The file doesn’t name it. Use the same name each time."
        >
          <Input
            maxLength={60}
            autoComplete="off"
            value={account}
            onChange={(event) => setAccount(event.target.value)}
          />
        </Field>
      )}
      <ul className="stack gap-1 text-s">
        {plan.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        {plan.known > 0 && <li>Already in My Fleet and skipped: {countOf(plan.known, 'transaction')}.</li>}
        {plan.confirmed > 0 && (
          <li>
            {countOf(plan.confirmed, 'purchase')} you entered by hand {plan.confirmed === 1 ? 'is' : 'are'} in
            the file too and {plan.confirmed === 1 ? 'gets' : 'get'} its account and price.
          </li>
        )}
        {plan.uncovered.length > 0 && (
          <li>
            Saved without figures, because we don’t cover {plan.uncovered.length === 1 ? 'it' : 'them'}:{' '}
            {plan.uncovered.slice(0, 12).join(', ')}
            {plan.uncovered.length > 12 && ` and ${formatCount(plan.uncovered.length - 12)} more`}.
          </li>
        )}
        {plan.kinds.map(({ account, kind }) => (
          <li key={account}>
            {account} is saved as a {kind} account. You can change that under My transactions.
          </li>
        ))}
        {plan.skipped.length > 0 && (
          <li>
            Skipped: {plan.skipped.map(([action, rows]) => `${action} (${formatCount(rows)})`).join(', ')}.
          </li>
        )}
      </ul>
      {plan.problems.length > 0 && (
        <>
          <h4 className="label">Not recognized and skipped</h4>
          <ul className="negative stack gap-1 text-s">
            {plan.problems.slice(0, listedRows).map(({ line, text, reason }) => (
              <li key={`${line} ${text}`}>
                {line > 0 && <strong>Line {formatCount(line)}</strong>} ({text}): {reason}
              </li>
            ))}
            {plan.problems.length > listedRows && (
              <li>and {formatCount(plan.problems.length - listedRows)} more</li>
            )}
          </ul>
        </>
      )}
      {plan.positions.length > 0 && <Positions plan={plan} />}
      <p>Nothing is saved until you confirm, and the file never leaves your browser.</p>
      <div className="portfolio__actions row gap-2">
        {count > 0 && <Button onClick={add}>Add {countOf(count, 'transaction')}</Button>}
        <Button variant="quiet" onClick={onDone}>
          {count > 0 ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </section>
  )
}

function Positions({ plan: { positions } }: { plan: PlannedImport }) {
  const hasBroker = positions.some(({ broker }) => broker !== null)
  return (
    <Disclosure summary={`Shares afterwards in ${countOf(positions.length, 'position')}`}>
      <Table caption="Shares after this import">
        <thead>
          <tr>
            <th scope="col">Fund</th>
            <th scope="col">Account</th>
            <th scope="col" className="is-figure">
              Shares
            </th>
            {hasBroker && (
              <th scope="col" className="is-figure">
                In the file
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {positions.slice(0, listedRows).map(({ account, symbol, shares, broker }) => (
            <tr key={`${account} ${symbol}`}>
              <th scope="row">{symbol}</th>
              <td>{account}</td>
              <td className="is-figure">{formatShares(shares)}</td>
              {hasBroker && (
                <td className="is-figure">
                  {broker === null ? '–' : formatShares(broker)}
                  {broker !== null && Math.abs(broker - shares) > 0.001 && ', differs'}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </Disclosure>
  )
}
