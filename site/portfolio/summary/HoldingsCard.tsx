import { furthestYears, houseMoneyDay } from '../positions/outlook.ts'
import { sumOf } from '../positions/spans.ts'
import { shortestYearlySpanDays } from '../../../admin-api/returns/yearly-rate.ts'
import { formatCount, formatDay, formatMoney, formatPercent } from '../../lib/format.ts'
import type { FleetFigures } from '../fleet-figures.ts'
import { formatGain, formatRate } from '../fleet-words.ts'
import { CourseToTreasure } from './CourseToTreasure.tsx'

/** What was paid, what came of it, and how far it is to house money. */
export function HoldingsCard({ figures, today }: { figures: FleetFigures; today: string }) {
  const { holdings, payments, funds } = figures
  const unseen = sumOf(payments).expected
  const days = [
    ...new Set(funds.flatMap(({ lots }) => lots.flatMap(({ valueDate }) => valueDate ?? [])))
  ].sort()
  const valueDay =
    days.length > 1
      ? `${formatDay(days[0] ?? '')} to ${formatDay(days.at(-1) ?? '')}`
      : formatDay(days[0] ?? '')
  return (
    <section className="card" aria-labelledby="fleet-holdings-title">
      <header className="card__header">
        <div className="card__heading">
          <p className="label">In the hold</p>
          <h2 className="card__title" id="fleet-holdings-title">
            What it cost, what it made
          </h2>
        </div>
      </header>
      <div className="card__body">
        <dl className="ledger">
          <Row name="Cost" value={formatMoney(holdings.cost)} />
          <Row name="Received since bought" value={formatMoney(holdings.received)} />
          <Row name={`Value at the last close, ${valueDay}`} value={formatMoney(holdings.value)} />
          <Row
            name="Total return"
            value={
              holdings.gainShare === null
                ? formatGain(holdings.gain)
                : `${formatGain(holdings.gain)}, ${formatRate(holdings.gainShare)}`
            }
            tone={holdings.gain}
          />
          <Row
            name="As a yearly rate (XIRR)"
            value={
              holdings.yearlyRate === null
                ? `from ${shortestYearlySpanDays} days on`
                : formatRate(holdings.yearlyRate)
            }
            {...(holdings.yearlyRate !== null && { tone: holdings.yearlyRate })}
          />
        </dl>
        {holdings.leftOut.length > 0 && (
          <p className="fleet__small">
            {formatCount(holdings.leftOut.length)} of{' '}
            {formatCount(holdings.counted + holdings.leftOut.length)} lots count nowhere here, as their price
            is not known: {symbolsOf(holdings.leftOut)}. Enter what you paid.
          </p>
        )}
        {unseen > 0 && (
          <p className="fleet__small">
            {formatMoney(unseen)} was expected for days that have passed and is not counted: nothing is known
            of it yet.
          </p>
        )}
        <HouseMoney figures={figures} today={today} />
      </div>
      <p className="card__footer">
        Received: each payment with an ex-date after the day you bought, once its pay date has passed. Nothing
        is taken off for tax or fees.
      </p>
    </section>
  )
}

function HouseMoney({ figures, today }: { figures: FleetFigures; today: string }) {
  const { holdings, year } = figures
  if (holdings.houseMoney === null) return null
  const day = houseMoneyDay(holdings, year.sum.amount, today)
  const isReached = holdings.houseMoney >= 1
  return (
    <div className="fleet-house">
      <h3 className="label">To house money</h3>
      <p className="fleet-house__share">{formatPercent(holdings.houseMoney * 100, 1)}</p>{' '}
      <CourseToTreasure fraction={holdings.houseMoney} />
      <p className="fleet__small">
        {isReached
          ? 'What you paid has come back in distributions. The shares you still hold are house money.'
          : day === null
            ? `of what you paid has come back. At the present rate the rest takes more than ${furthestYears} years.`
            : `of what you paid has come back. At the present rate, ${formatMoney(year.sum.amount)} in 12 months, the rest is back about ${formatDay(day)}.`}
      </p>
    </div>
  )
}

function Row({ name, value, tone = 0 }: { name: string; value: string; tone?: number }) {
  const style = tone > 0 ? 'fleet__gain' : tone < 0 ? 'fleet__loss' : undefined
  return (
    <div className="ledger__row">
      <dt>{name}</dt>
      <dd className={style}>{value}</dd>
    </div>
  )
}

function symbolsOf(lots: readonly { symbol: string }[]): string {
  return [...new Set(lots.map(({ symbol }) => symbol))].join(', ')
}
