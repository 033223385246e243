import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useToday } from '../lib/use-today.ts'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { addressWithout, readAddWish } from './add-wish.ts'
import { ComingPayments } from './coming-payments/ComingPayments.tsx'
import { MonthGrid } from './coming-payments/MonthGrid.tsx'
import { exampleFleet } from './example-fleet.ts'
import { FleetNotices } from './FleetNotices.tsx'
import { FleetFeeds } from './feeds/FleetFeeds.tsx'
import { FleetFiles } from './files/FleetFiles.tsx'
import { figureFleet } from './fleet-figures.ts'
import { shownFleet } from './fleet-state.ts'
import { $fleet, sendToFleet } from './fleet-store.ts'
import { FundNotes } from './funds/FundNotes.tsx'
import { useHeldFunds } from './funds/use-held-funds.ts'
import { Goal } from './goal/Goal.tsx'
import { TaxChest } from './goal/TaxChest.tsx'
import { LotForm } from './lots/LotForm.tsx'
import { Lots } from './lots/Lots.tsx'
import type { Opening } from './opening.ts'
import { HoldingsCard } from './summary/HoldingsCard.tsx'
import { Summary } from './summary/Summary.tsx'
import { Welcome } from './Welcome.tsx'

export type FleetDeckProps = { drawnOn: string; opening: Opening; children?: ReactNode }

/** The fleet on screen: one's own, or the example while it is played with. */
export function FleetDeck({ drawnOn, opening, children }: FleetDeckProps) {
  const state = useStore($fleet)
  const fleet = shownFleet(state)
  const today = useToday(drawnOn)
  const [wish] = useState(readAddWish)
  const [open, setOpen] = useState<'add' | 'import' | null>(wish === null ? asPanel(opening) : 'add')
  const symbols = useMemo(() => [...new Set(fleet.lots.map(({ symbol }) => symbol))].sort(), [fleet.lots])
  const read = useHeldFunds(symbols)
  const figures = useMemo(() => figureFleet(fleet.lots, read.funds, today), [fleet.lots, read.funds, today])

  useEffect(() => {
    if (opening === 'example') sendToFleet({ type: 'example-shown', fleet: exampleFleet })
    // The address has done its work; a reload must not ask again.
    if (wish !== null) history.replaceState(history.state, '', addressWithout(location))
  }, [opening, wish])

  function act(next: Opening) {
    if (next === 'example') sendToFleet({ type: 'example-shown', fleet: exampleFleet })
    setOpen(asPanel(next))
  }

  if (state.keeping === 'unread') return <ShipsWheel size="sm" message="Hoisting the sails..." />
  const hasLots = fleet.lots.length > 0
  const isWaiting = read.isLoading && figures.funds.length === 0
  const isShown = hasLots && figures.funds.length > 0
  return (
    <>
      <FleetNotices state={state} />
      {state.keeping !== 'unreadable' && (
        <>
          {(hasLots || open === 'import') && (
            <div className="fleet__acts">
              <button type="button" className="button" onClick={() => setOpen('add')}>
                Add a fund
              </button>
              {hasLots && (
                <a className="button button--quiet" href="#fleet-lots">
                  To my lots
                </a>
              )}
            </div>
          )}
          {open === 'add' && (
            <section className="card" aria-labelledby="fleet-add-title">
              <header className="card__header">
                <h2 className="card__title" id="fleet-add-title">
                  A new lot
                </h2>
              </header>
              <div className="card__body">
                <LotForm lot={null} wish={wish} today={today} onDone={() => setOpen(null)} />
              </div>
            </section>
          )}
          {hasLots && <FundNotes read={read} today={today} />}
          {isShown && (
            <>
              <Summary figures={figures} />
              <div className="fleet__columns">
                <HoldingsCard figures={figures} today={today} />
                <MonthGrid payments={figures.payments} today={today} />
              </div>
              <ComingPayments payments={figures.payments} today={today} />
              <div className="fleet__columns">
                <Goal figures={figures} goal={fleet.goal} today={today} />
                <TaxChest figures={figures} percent={fleet.taxPercent} today={today} />
              </div>
            </>
          )}
          {isShown && state.example === null && (
            <section className="card" aria-labelledby="fleet-feeds-title">
              <header className="card__header">
                <div className="card__heading">
                  <p className="label">News from the crow&rsquo;s nest</p>
                  <h2 className="card__title" id="fleet-feeds-title">
                    Calendar and news of my funds
                  </h2>
                </div>
              </header>
              <div className="card__body">
                <FleetFeeds
                  symbols={figures.funds.map(({ fund }) => fund.symbol)}
                  origin={window.location.origin}
                />
              </div>
            </section>
          )}
          {hasLots && !isWaiting && (
            <Lots figures={figures.funds} lots={fleet.lots} funds={read.funds} today={today} />
          )}
          {!hasLots && open === null && (
            <Welcome isLoading={false} onOpen={act}>
              {children}
            </Welcome>
          )}
          {((hasLots && !isWaiting) || open === 'import') && (
            <FleetFiles
              fleet={fleet}
              isExample={state.example !== null}
              today={today}
              onExample={() => act('example')}
            />
          )}
        </>
      )}
    </>
  )
}

function asPanel(opening: Opening): 'add' | 'import' | null {
  return opening === 'add' || opening === 'import' ? opening : null
}
