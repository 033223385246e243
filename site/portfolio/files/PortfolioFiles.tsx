import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { randomKey } from '../../lib/random-key.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Card } from '../../ui/Card.tsx'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { symbolsQuery } from '../funds/held-funds.ts'
import { changePortfolio } from '../portfolio-store.ts'
import type { Lot } from '../positions/held-fund.ts'
import { type Portfolio, parsePortfolio } from '../stored-portfolio.ts'
import { CsvPreview } from './CsvPreview.tsx'
import { formatLots, type ParsedLots, parseLots } from './csv.ts'
import { FileButton } from './FileButton.tsx'
import './portfolio-files.css'
import { Button } from '../../ui/Button.tsx'

type PortfolioFilesProps = { fleet: Portfolio; isExample: boolean; today: string; onExample: () => void }

/** Import, export and deletion of all lots. */
export function PortfolioFiles({ fleet, isExample, today, onExample }: PortfolioFilesProps) {
  const [confirm, confirmDialog] = useConfirm()
  const [csv, setCsv] = useState<(Omit<ParsedLots, 'lots'> & { lots: Lot[] }) | null>(null)
  const [fault, setFault] = useState('')
  const { lots } = fleet
  const isEmpty = lots.length === 0
  const nameOf = (end: string) => `doubloon-fleet-${today}${end}`

  async function readLots(text: string) {
    setFault('')
    const entry = symbolsQuery('all')
    await entry.load()
    const symbols = entry.$state.get().value
    if (symbols === null)
      return setFault('The list of funds could not be fetched. Nothing was changed; try again.')
    const { lots: found, ...read } = parseLots(text, lots, { symbols, today })
    setCsv({ ...read, lots: found.map((lot) => ({ ...lot, id: randomKey() })) })
  }

  async function restore(text: string) {
    setFault('')
    const read = parsePortfolio(text)
    if (read.status === 'unreadable')
      return setFault('This file is no backup of a fleet. Nothing was changed.')
    const known = new Map(lots.map((lot) => [lot.id, JSON.stringify(lot)]))
    const added = read.fleet.lots.filter(({ id }) => !known.has(id)).length
    const changed = read.fleet.lots.filter(
      (lot) => known.has(lot.id) && known.get(lot.id) !== JSON.stringify(lot)
    ).length
    const isSure = await confirm({
      title: 'Bring this backup in?',
      message: `${formatCount(added)} lots are added, ${formatCount(changed)} are set back to what the backup says, all others stay. Tax rate and goal are taken where the backup has them.`,
      confirmText: 'Bring it in'
    })
    if (!isSure) return
    changePortfolio({ type: 'restore', fleet: read.fleet })
    showToast({ kind: 'success', title: 'Backup aboard', message: `${formatCount(added)} lots were added.` })
  }

  async function clear() {
    const isSure = await confirm({
      title: isExample ? 'Delete all lots of the example?' : 'Delete all lots?',
      message: isExample
        ? 'Your own fleet is untouched.'
        : `${formatCount(lots.length)} lots, the tax rate and the goal are removed from this browser. Only a backup brings them back.`,
      confirmText: 'Delete all'
    })
    if (isSure) changePortfolio({ type: 'clear' })
  }

  return (
    <Card
      className="fleet-files"
      titleId="fleet-files-title"
      label="Cargo papers"
      title="Files"
      bodyClassName="fleet-files__groups"
      footer={
        <>
          <div role="status">{fault !== '' && <p className="field__error">{fault}</p>}</div>
          {csv !== null && <CsvPreview {...csv} onDone={() => setCsv(null)} />}
          {confirmDialog}
        </>
      }
    >
      <div>
        <h3 className="label">Bring in</h3>
        <div className="fleet__acts">
          <FileButton
            label="Lots from CSV"
            accept=".csv,.txt,text/csv"
            onText={readLots}
            onFault={setFault}
          />
          <FileButton
            label="A backup (JSON)"
            accept=".json,application/json"
            onText={restore}
            onFault={setFault}
          />
        </div>
        <p className="fleet__small">
          CSV: symbol, shares, date (YYYY-MM-DD or MM/DD/YYYY) and price, which may be empty. A first line
          with these names allows another order.
        </p>
      </div>
      <div>
        <h3 className="label">Take out</h3>
        <div className="fleet__acts">
          <Button
            variant="quiet"
            disabled={isEmpty}
            onClick={() => saveFile(new Blob([formatLots(lots)], { type: 'text/csv' }), nameOf('.csv'))}
          >
            Lots as CSV
          </Button>
          <Button
            variant="quiet"
            disabled={isEmpty}
            onClick={() =>
              saveFile(
                new Blob([JSON.stringify(fleet, null, 2)], { type: 'application/json' }),
                nameOf('.json')
              )
            }
          >
            A backup (JSON)
          </Button>
        </div>
      </div>
      <div>
        <h3 className="label">Else</h3>
        <div className="fleet__acts">
          {!isExample && (
            <Button variant="quiet" onClick={onExample}>
              Play with an example
            </Button>
          )}
          <Button variant="quiet" disabled={isEmpty} onClick={clear}>
            Delete all
          </Button>
        </div>
      </div>
    </Card>
  )
}
