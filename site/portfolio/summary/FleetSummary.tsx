import { useMemo } from 'react'
import { formatCount, formatShortDay } from '../../lib/format.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import {
  closeDays,
  describeIncome,
  formatAmount,
  formatGain,
  formatReturn,
  formatRounded,
  toneOf
} from '../format-portfolio.ts'
import { hasOldPrice } from '../funds/held-fund.ts'
import { calculateSpan, incomeOf, type SpanFigures, spansOf } from '../positions/spans.ts'
import './fleet-summary.css'

type FleetSummaryProps = {
  figures: PortfolioFigures
  /** Whether the figures have ranges; until then, there is room for them. */
  isWhole: boolean
}

/** What this week, the next one and 12 months bring, and what the shares are worth: the page in one row. */
export function FleetSummary({ figures, isWhole }: FleetSummaryProps) {
  const { payments, known, today, year, holdings, funds } = figures
  const { week, nextWeek } = useMemo(() => {
    const spans = spansOf(today)
    return {
      week: calculateSpan(spans.week, payments, known),
      nextWeek: calculateSpan(spans.nextWeek, payments, known)
    }
  }, [payments, known, today])
  const worth = funds.reduce((sum, { value }) => sum + (value ?? 0), 0)
  const newest = closeDays(figures).at(-1)
  const old = funds.filter(({ fund, shares }) => shares > 0 && hasOldPrice(fund, today)).length
  const { gain, gainShare } = holdings
  return (
    <section aria-labelledby="fleet-summary-title">
      <h2 className="visually-hidden" id="fleet-summary-title">
        At a glance
      </h2>
      <dl className="fleet-summary grid gap-x-5 gap-y-4">
        <Income name="This week" figures={week} isWhole={isWhole} />
        <Income name="Next week" figures={nextWeek} isWhole={isWhole} />
        <Tile
          name="Next 12 months"
          value={formatRounded(year.sum.coming)}
          note={
            isWhole ? (
              year.range && `${formatRounded(year.range.low)} to ${formatRounded(year.range.high)} (80%)`
            ) : (
              <Room>{`${formatRounded(year.sum.coming)} to ${formatRounded(year.sum.coming)} (80%)`}</Room>
            )
          }
        />
        <Tile
          name={newest === undefined ? 'Worth' : `Worth, ${formatShortDay(newest)}`}
          value={formatRounded(worth)}
          note={
            holdings.counted > 0 && (
              <>
                <span className={toneOf(gain)}>
                  {formatGain(gain, formatRounded)}
                  {gainShare !== null && `, ${formatReturn(gainShare)}`}
                </span>
                {old > 0 && `, ${formatCount(old)} at old prices`}
              </>
            )
          }
        />
      </dl>
    </section>
  )
}

function Income({ name, figures, isWhole }: { name: string; figures: SpanFigures; isWhole: boolean }) {
  const { sum } = figures
  // About as long as the range that follows.
  const likely = { ...figures, range: { low: sum.coming, high: sum.coming } }
  return (
    <Tile
      name={name}
      value={formatAmount(incomeOf(sum))}
      note={
        isWhole || sum.coming === sum.declared ? (
          describeIncome(figures)
        ) : (
          <Room>{describeIncome(likely)}</Room>
        )
      }
    />
  )
}

/** Keeps what follows from moving when the text arrives. */
function Room({ children }: { children: string }) {
  return (
    <span className="invisible" aria-hidden="true">
      {children}
    </span>
  )
}

function Tile({ name, value, note }: { name: string; value: string; note: React.ReactNode }) {
  return (
    <div className="fleet-summary__tile">
      <dt className="label">{name}</dt>
      <dd className="fleet-summary__value tabular" translate="no">
        {value}
      </dd>
      {note && <dd className="muted text-s tabular">{note}</dd>}
    </div>
  )
}
