import { useMemo } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatSigned } from '../../accuracy/format-accuracy.ts'
import { formatDay, formatDividend, formatDollars, formatMoney, formatPercent } from '../../lib/format.ts'
import { GrowthChart } from '../../ui/chart/GrowthChart.tsx'
import { LineMark } from '../../ui/chart/LineMark.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { type ReturnView, stake } from './return-view.ts'
import { notesOf, ordinal, priceChangeOf, reinvestmentSentence, sentenceOf } from './return-words.ts'
import './returns.css'

/** Return of a fund since a day, rendered by the server and again in the browser for another day. */
export function FundReturnReport({ view }: { view: ReturnView }) {
  const { symbol, summary, ways } = view
  const [, , , underlying] = ways
  const lines = useMemo(() => ways.map(({ name, values }) => ({ name, points: values })), [ways])
  const span = `from ${formatDay(summary.from)} to ${formatDay(summary.to)}`
  return (
    <div className="return-report">
      <p className="text-l tabular measure">{sentenceOf(view)}</p>
      <Reinvestment view={view} />
      <div className="return-report__sheet grid items-start gap-y-5 gap-x-6">
        <div>
          <figure>
            <GrowthChart
              title={`${symbol} returns`}
              lines={lines}
              stake={stake}
              label={`What ${formatDollars(stake)} in ${symbol} became ${span}: ${ways
                .map(({ name, dollars }) => `${name.toLowerCase()} ${formatDollars(dollars)}`)
                .join(', ')}`}
            />
            <figcaption className="above-2 muted text-s">
              Dashed line: the amount invested. Before taxes and broker fees
              {underlying && `, and without dividends of ${underlying.name}`}.
            </figcaption>
          </figure>
          <ul className="above-4 stack gap-1 muted text-s measure">
            {notesOf(view).map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
        <div>
          <WaysTable view={view} />
          <Figures view={view} />
        </div>
      </div>
    </div>
  )
}

const waysColumns: readonly Column<ReturnView['ways'][number] & { line: number }>[] = [
  {
    heading: 'Distributions',
    cell: ({ name, line }) => (
      <>
        <LineMark line={line} /> {name}
      </>
    )
  },
  {
    heading: `${formatDollars(stake)} became`,
    figure: ({ dollars }) => dollars,
    format: formatDollars,
    className: 'semibold'
  },
  { heading: 'In all', figure: ({ percent }) => percent, format: formatSigned },
  {
    heading: 'A year',
    figure: ({ yearlyPercent }) => yearlyPercent,
    format: formatSigned
  }
]

/** The share of payments that had to be reinvested, next to the rest. */
function Reinvestment({ view }: { view: ReturnView }) {
  const { needed } = view
  const percent = Math.round(100 * (needed?.share ?? 1))
  return (
    <div className="stack gap-1 above-2 below-4 tabular measure">
      <p>
        {reinvestmentSentence(view)}
        {needed !== null && ' Before taxes; it describes the past and is no advice.'}
      </p>
      {needed !== null && (
        <>
          <svg width="100%" height="12" aria-hidden="true">
            <rect width={`${percent}%`} height="12" fill="var(--border-strong)" />
            <rect x={`${percent}%`} width={`${100 - percent}%`} height="12" fill="var(--gold)" />
          </svg>
          <p className="row between gap-x-3 muted text-s">
            <span>To keep the value: {needed.share === null ? 'over 100%' : `${percent}%`}</span>{' '}
            <span>Free: {100 - percent}%</span>
          </p>
        </>
      )}
    </div>
  )
}

function WaysTable({ view: { symbol, ways } }: { view: ReturnView }) {
  return (
    <Table
      className="return-report__ways"
      caption={`What ${formatDollars(stake)} in ${symbol} became, by how distributions were used`}
      columns={waysColumns}
      rows={ways.map((way, line) => ({ ...way, line }))}
    />
  )
}

function Figures({ view }: { view: ReturnView }) {
  const { summary, holding, latest, rank } = view
  const price = priceChangeOf(view)
  return (
    <dl className="ledger above-4">
      <Figure name="Max drawdown" note="largest fall from a peak, distributions reinvested">
        {formatPercent(100 * summary.maxDrawdown, 1)}
      </Figure>
      <Figure name="Price since start" note={price.note}>
        {price.figure}
      </Figure>
      <Figure name="Distributions" note={`a share, ${countOf(holding.payments, 'payment')}`}>
        {formatMoney(holding.distributions)}
      </Figure>
      <Figure
        name="Yield on cost"
        note={
          latest === null
            ? 'no next estimate'
            : `${formatDividend(latest.amount)} × ${latest.paymentsAYear} on ${formatMoney(holding.bought.close)} a share`
        }
      >
        {latest === null ? '–' : formatPercent(latest.yieldPercent, 1)}
      </Figure>
      <Figure
        name="Rank by total return"
        note={
          rank === null
            ? 'not ranked'
            : 'among funds with a close on the same day and now, distributions reinvested'
        }
      >
        {rank === null ? '–' : `${ordinal(rank.place)} of ${rank.of}`}
      </Figure>
    </dl>
  )
}

function Figure({ name, note, children }: { name: string; note: string; children: string }) {
  return (
    <div className="ledger__row row">
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className="return-report__note">{note}</dd>
    </div>
  )
}
