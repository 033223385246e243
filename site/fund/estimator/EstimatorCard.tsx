import type { ReactNode } from 'react'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { daysBetween } from '../../../admin-api/market-days/days.ts'
import { closingTime, ownByAhead } from '../../../admin-api/market-days/market-calendar.ts'
import { yearOf } from '../../../admin-api/returns/outlook-sums.ts'
import {
  formatDay,
  formatDayRange,
  formatDividend,
  formatMoney,
  formatShortDay,
  formatWeekday
} from '../../lib/format.ts'
import { ResultCard } from '../ResultCard.tsx'
import { CutOrRaise, countInside, RangeBar } from './RangeBar.tsx'
import '../../ui/legend.css'
import './estimator-card.css'

type EstimatorCardProps = {
  stock: StockResult
  /** In New York. */
  today: string
  /** First session whose close is still ahead. */
  nextClose: string
  /** Shares in the visitor's portfolio; null without any. */
  held: number | null
  /** Places of the latest payments in their ranges, on the fund's own page. */
  past?: readonly number[] | undefined
  /** EstimatorNotes, which doesn't depend on the day. */
  notes: ReactNode
}

export function EstimatorCard({ notes, ...answer }: EstimatorCardProps) {
  return (
    <ResultCard name="estimator">
      <Answer {...answer} />
      {notes}
    </ResultCard>
  )
}

/** Older estimates are gray and dated. */
const maxFreshDays = 7

/** The estimate with its range and dates, and what it means for the visitor's shares: all above the fold on a phone. */
function Answer({ stock, today, nextClose, held, past = [] }: Omit<EstimatorCardProps, 'notes'>) {
  const ownBy = stock.own_by === null ? null : ownByAhead(stock.own_by, stock.ex_date_range, nextClose)
  const isTooLate = ownBy !== null && ownBy < nextClose
  const isPast = stock.next_ex_date < today
  const ageDays = daysBetween(stock.as_of, today)
  const isOld = ageDays > maxFreshDays
  return (
    <div className="answer stack">
      <div className={isOld ? 'figure muted' : 'figure figure--gold'}>
        <p className="label">
          {isOld
            ? `${formatDay(stock.as_of).replace(/ \d+,/, '')} estimate, ${ageDays} days old`
            : `${isPast ? 'Expected' : 'Next'} payment, ${stock.frequency_label.toLowerCase()} (estimate)`}
        </p>
        <p className="figure__value">
          <span translate="no">{formatDividend(stock.dividend)}</span>{' '}
          <span className="figure__unit">a share</span>
        </p>
      </div>{' '}
      <p className="muted text-s tabular">
        80% range{' '}
        <strong className="estimator-card__value nowrap" translate="no">
          {formatDividend(stock.low)} to {formatDividend(stock.high)}
        </strong>
      </p>
      <dl className="answer__dates grid items-end gap-3">
        {ownBy !== null && (
          <Entry
            name={isTooLate ? 'Own-by date' : 'Own by'}
            day={ownBy}
            hasYear={isOld}
            close={isTooLate ? undefined : `${ownBy} ${closingTime(ownBy)}`}
          />
        )}{' '}
        <Entry
          name={isPast ? 'Expected ex-date' : 'Ex-date'}
          day={stock.next_ex_date}
          hasYear={isOld}
          range={stock.ex_date_range}
        />{' '}
        <Entry
          name={stock.next_pay_date < today ? 'Expected pay date' : 'Pays'}
          day={stock.next_pay_date}
          hasYear={isOld}
        />
      </dl>
      <p className="answer__held">
        {held !== null && (
          <>
            You own {held.toLocaleString('en-US', { maximumFractionDigits: 4 })}{' '}
            {held === 1 ? 'share' : 'shares'}: about{' '}
            <strong translate="no">{formatMoney(held * stock.dividend)}</strong>
          </>
        )}
      </p>
      <RangeBar stock={stock} past={past} />
      <p className="answer__key legend row gap-x-4 muted text-xs">
        <span className="answer__key-range">80% range</span>{' '}
        <span className="answer__key-estimate">estimate</span>{' '}
        <span className="answer__key-latest">latest payment</span>
        {past.length > 0 && (
          <>
            {' '}
            <span className="answer__key-past">
              last {past.length} payments, each in its own range: {countInside(past)} of {past.length} inside
            </span>
          </>
        )}
      </p>
      {stock.declared === null && <CutOrRaise stock={stock} />}
      <NextYear stock={stock} />
      <p className="above-1 muted text-s">
        {isTooLate && !isPast && describeFollowing(stock, nextClose)} {noteOn(stock, isPast, ownBy)}
      </p>
      {stock.declared && (
        <p className="above-1 muted text-s">
          <strong>Declared: {formatDividend(stock.declared.amount)} a share</strong>
          {stock.declared.declared_on && `, on ${formatDay(stock.declared.declared_on)}`} (
          {stock.declared.source}, {formatDay(stock.declared.seen_on)})
        </p>
      )}
      {stock.one_offs && <p className="above-1 muted text-s">{stock.one_offs}</p>}
    </div>
  )
}

/** The payments of the next 12 months, which are less than as many times the next one where a fund pays out its price. */
function NextYear({ stock: { outlook, dividend } }: { stock: StockResult }) {
  const year = yearOf(outlook)
  if (year === undefined) return null
  const repeated = dividend * year.payments
  const changePercent = repeated > 0 ? Math.round(100 * (year.amount / repeated - 1)) : 0
  const direction = changePercent < 0 ? 'less' : 'more'
  return (
    <p className="above-1 text-s tabular">
      In the next 12 months: <strong>{formatMoney(year.amount)} a share</strong>
      {year.low !== null && year.high !== null && (
        <>
          {' '}
          (80%: {formatMoney(year.low)} to {formatMoney(year.high)})
        </>
      )}
      {changePercent !== 0 &&
        `, ${Math.abs(changePercent)}% ${direction} than if every payment matched the estimate`}
      {' ('}
      <a href="/method#year">why</a>).
    </p>
  )
}

type EntryProps = {
  name: string
  day: string
  hasYear: boolean
  /** Days between which it is expected. */
  range?: StockResult['ex_date_range']
  /** Close of an upcoming own-by date; read by watch-own-by.ts. */
  close?: string | undefined
}

function Entry({ name, day, hasYear, range = null, close }: EntryProps) {
  const year = hasYear ? `, ${day.slice(0, 4)}` : ''
  return (
    <div data-own-by={close}>
      <dt className="label">{name}</dt>
      <dd className="semibold tabular">
        {range ? formatDayRange(range) : <time dateTime={day}>{formatWeekday(day) + year}</time>}
        {range && year}
      </dd>
    </div>
  )
}

/** Names the own-by date of the payment after this one, unless that has passed, too. */
function describeFollowing({ following_own_by: day }: StockResult, nextClose: string): string {
  const following = day === null || day < nextClose ? '' : `; next: ${formatWeekday(day)}`
  return `The own-by date has passed${following}.`
}

/** @param ownBy the day that is shown: later than that of the first ex-date of a range, if that has passed */
function noteOn(stock: StockResult, isPast: boolean, ownBy: string | null): string {
  const { dates_confirmed_on, declared, ex_date_range } = stock
  if (dates_confirmed_on !== null)
    return `We checked the pay date on ${formatDay(dates_confirmed_on)}; the ex-date is estimated.`
  if (isPast) return 'Not confirmed yet: our data ends before these dates.'
  if (ex_date_range !== null) {
    const advice =
      ownBy === null || ownBy === stock.own_by
        ? 'Buy before the first of these days to get the payment.'
        : `Buy by ${formatShortDay(ownBy)} to get the payment, unless it goes ex by then.`
    return `Expected ex-date ${formatDayRange(ex_date_range)}: past ones differed from what we expected. ${advice}`
  }
  return declared
    ? 'The ex-date is declared.'
    : 'Both dates are estimated. Buy before the ex-date to get the payment.'
}
