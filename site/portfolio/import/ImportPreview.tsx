import { useEffect, useMemo, useRef, useState } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { Field, Input, Select } from '../../ui/Field.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { formatShares } from '../format-portfolio.ts'
import { useHeldFunds } from '../funds/held-funds.ts'
import { isUsListed } from '../funds/own-holding.ts'
import { type AccountKind, kindOf } from '../ledger/transaction.ts'
import { usePortfolio } from '../portfolio-store.ts'
import type { ImportedFile } from '../stored-portfolio.ts'
import { LedgerFaults } from '../summary/HoldingsTable.tsx'
import { kindOptions } from '../tax/kind-options.ts'
import type { FileReading } from './file-reading.ts'
import { type PlannedImport, planImport, renameAccounts, summaryOf } from './plan-import.ts'
import { storeImport } from './stored-import.ts'

/** Rows listed until the visitor expands the list. */
const listedRows = 50
const listedSymbols = 12

type ImportPreviewProps = {
  reading: FileReading
  file: Pick<ImportedFile, 'id' | 'name'>
  symbols: ReadonlyMap<string, string>
  figures: PortfolioFigures
  /** `isAdded` is false if the visitor cancelled. */
  onDone: (isAdded: boolean) => void
}

/** Shows what a file would add; nothing changes before the visitor confirms. */
export function ImportPreview({ reading, file, symbols, figures, onDone }: ImportPreviewProps) {
  const { transactions, methods, kinds: storedKinds } = usePortfolio()
  const { known, today } = figures
  const heading = useRef<HTMLHeadingElement>(null)
  /** Names of accounts in the portfolio by those of the file. */
  const [decided, setDecided] = useState<ReadonlyMap<string, string>>(new Map())
  const [account, setAccount] = useState(reading.format)
  /** Kinds of accounts that differ from the guess. */
  const [chosenKinds, setChosenKinds] = useState<readonly AccountKind[]>([])
  useEffect(() => heading.current?.focus(), [])
  // Splits of funds that aren't held yet.
  const covered = useMemo(
    () => [...new Set(reading.transactions.flatMap(({ symbol }) => symbols.get(symbol) ?? []))].sort(),
    [reading, symbols]
  )
  const { funds: loaded, failed, retry } = useHeldFunds(covered)
  const funds = useMemo(() => new Map([...known, ...loaded]), [known, loaded])
  const isLoading = covered.some((symbol) => !funds.has(symbol) && !failed.includes(symbol))
  const plan = useMemo(() => {
    const nameOf = (name: string) => (reading.hasAccounts ? (decided.get(name) ?? name) : account.trim())
    return planImport({
      reading: renameAccounts(reading, nameOf),
      existing: transactions,
      methods,
      symbols,
      funds,
      today,
      decided
    })
  }, [reading, account, decided, transactions, methods, symbols, funds, today])
  const count = plan.added.length
  const isDecided = plan.sameAccounts.size === 0
  const kinds = [...new Set(plan.added.map(({ account }) => account))].map((account) => {
    const known = [...chosenKinds, ...plan.kinds, ...(storedKinds ?? [])]
    return { account, kind: kindOf(known, account) }
  })

  function decide(name: string, existing: string) {
    setDecided(new Map([...decided, [name, existing]]))
    if (!reading.hasAccounts) setAccount(existing)
  }

  function add() {
    storeImport(plan.added, { ...file, day: today }, kinds)
    onDone(true)
  }

  return (
    <section className="import-preview stack gap-3 above-4" aria-labelledby="import-preview-title">
      <h3 className="text-l" id="import-preview-title" ref={heading} tabIndex={-1}>
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
        {remarksOn(plan).map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
      {plan.problems.length > 0 && (
        <>
          <h4 className="label">Not recognized and skipped</h4>
          <ul className="negative stack gap-1 text-s">
            {plan.problems.slice(0, listedRows).map(({ line, text, reason }) => (
              <li key={`${line} ${text}`}>
                {line > 0 && (
                  <strong>
                    {plan.countsEntries ? 'Entry' : 'Line'} {formatCount(line)}
                  </strong>
                )}{' '}
                ({text}): {reason}
              </li>
            ))}
            {plan.problems.length > listedRows && (
              <li>and {formatCount(plan.problems.length - listedRows)} more</li>
            )}
          </ul>
        </>
      )}
      {[...plan.sameAccounts].map(([name, existing]) => (
        <div key={name} className="stack gap-2">
          <p>{sameAccountText(name, existing)}</p>
          <fieldset className="portfolio__actions row gap-2" aria-label={sameAccountText(name, existing)}>
            <Button variant="quiet" onClick={() => decide(name, existing)}>
              Add to “{existing}”
            </Button>
            <Button variant="quiet" onClick={() => decide(name, name)}>
              Keep separate
            </Button>
          </fieldset>
        </div>
      ))}
      {isDecided && kinds.length > 0 && (
        <div className="fill-20 grid gap-y-3 gap-x-4">
          {kinds.map(({ account, kind }) => (
            <Select
              key={account}
              label={account === '' ? 'Kind of account' : `Kind of account: ${account}`}
              value={kind}
              options={kindOptions}
              onValue={(chosen) =>
                setChosenKinds([
                  { account, kind: chosen },
                  ...chosenKinds.filter((other) => other.account !== account)
                ])
              }
            />
          ))}
        </div>
      )}
      {failed.length > 0 && (
        <FailureNotice onRetry={retry}>
          The splits of {failed.join(', ')} couldn’t be loaded, so the positions below may be wrong.
        </FailureNotice>
      )}
      <div role="status">{isLoading && <ShipsWheel size="sm" message="Loading splits..." />}</div>
      {isDecided && !isLoading && (
        <>
          <LedgerFaults faults={plan.faults} shorts={plan.shorts} />
          {plan.positions.length > 0 && <Positions plan={plan} />}
        </>
      )}
      <p>Nothing is saved until you confirm, and the file never leaves your browser.</p>
      <div className="portfolio__actions row gap-2">
        {count > 0 && isDecided && <Button onClick={add}>Add {countOf(count, 'transaction')}</Button>}
        <Button variant="quiet" onClick={() => onDone(false)}>
          {count > 0 ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </section>
  )
}

function remarksOn({ notes, known, confirmed, uncovered, skipped }: PlannedImport): string[] {
  const isOne = confirmed === 1
  const own = uncovered.filter(isUsListed)
  const others = uncovered.filter((symbol) => !isUsListed(symbol))
  return [
    ...notes,
    known > 0 && `Already in My Fleet and skipped: ${countOf(known, 'transaction')}.`,
    confirmed > 0 &&
      `${countOf(confirmed, 'purchase')} you entered by hand ${isOne ? 'is' : 'are'} in the file too and ${isOne ? 'gets' : 'get'} its account and price.`,
    own.length > 0 && `We don’t cover these; they count by your own transactions: ${listSymbols(own)}.`,
    others.length > 0 &&
      `Saved without figures, because ${others.length === 1 ? 'it isn’t' : 'they aren’t'} listed in the US: ${listSymbols(others)}.`,
    skipped.length > 0 &&
      `Skipped: ${skipped.map(([action, rows]) => `${action} (${formatCount(rows)})`).join(', ')}.`
  ].filter((remark) => remark !== false)
}

function listSymbols(symbols: readonly string[]): string {
  const more = symbols.length - listedSymbols
  return symbols.slice(0, listedSymbols).join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '')
}

function sameAccountText(name: string, existing: string): string {
  const transactions = name === '' ? 'The transactions of this file' : `The transactions of “${name}”`
  return `${transactions} look like those already in “${existing}”.`
}

type Position = PlannedImport['positions'][number]

const positionColumns: readonly Column<Position>[] = [
  { heading: 'Fund', symbol: ({ symbol }) => symbol },
  { heading: 'Account', words: ({ account }) => account },
  { heading: 'Shares', figure: ({ shares }) => shares, format: formatShares }
]

const inTheFile: Column<Position> = {
  heading: 'In the file',
  figure: ({ broker }) => broker,
  format: formatShares,
  note: ({ broker, shares }) => broker !== null && Math.abs(broker - shares) > 0.001 && 'differs'
}

function Positions({ plan: { positions } }: { plan: PlannedImport }) {
  const hasBroker = positions.some(({ broker }) => broker !== null)
  return (
    <Disclosure
      summary={`Positions after import (${formatCount(positions.length)})`}
      isOpen={positions.length <= listedSymbols}
    >
      <Table
        caption="Positions after import"
        columns={hasBroker ? [...positionColumns, inTheFile] : positionColumns}
        rows={positions.slice(0, listedRows)}
        keyOf={({ account, symbol }) => `${account} ${symbol}`}
      />
    </Disclosure>
  )
}
