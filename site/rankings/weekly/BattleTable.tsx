import { comparePath, pathOfFund } from '../../../admin-api/contract/pages.ts'
import type { LeftOutFund, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { minRanked } from '../../../admin-api/contract/vocabulary.ts'
import { countOf, listOf } from '../../../admin-api/numbers/format-numbers.ts'
import {
  formatChange,
  formatDay,
  formatDividend,
  formatMoney,
  formatShortDay,
  formatYield
} from '../../lib/format.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { FundName, Rank } from '../RankingCells.tsx'
import { boughtOn, boughtWhen, differentDaysWarning, type Standing, standingsOf } from './standings.ts'

/** Ranking of one tab with its days, and the funds left out. */
export function BattleTable({ battle, tab }: { battle: WeeklyBattle; tab: string }) {
  const standings = standingsOf(battle.entries, tab)
  const isRanked = standings.length >= minRanked
  const warning = differentDaysWarning(standings.map(({ entry }) => entry))
  const highest = standings[0]?.entry.yield_on_cost ?? 0
  const widest = Math.max(0, ...standings.map(({ entry }) => Math.abs(entry.total_return)))
  const bought = boughtOn(battle)
  const columns: Column<Standing>[] = [
    {
      heading: 'Place',
      className: 'table__rank',
      cell: ({ place }) => <Rank rank={isRanked ? place : null} />
    },
    {
      heading: 'Week',
      head: <abbr title="Places gained or lost in a week">Week</abbr>,
      className: 'table__rank',
      cell: ({ movement }) => isRanked && <MovementMark movement={movement} />
    },
    {
      heading: 'Ticker',
      isName: true,
      symbol: ({ entry }) => entry.symbol,
      cell: ({ entry: { symbol, name } }) => <FundName symbol={symbol} name={name} />
    },
    {
      heading: 'Yield on cost',
      className: 'battle-table__yield',
      cell: ({ entry }) => (
        <>
          <span className="table__main">{formatYield(entry.yield_on_cost)}</span>
          <YieldBar share={highest > 0 ? entry.yield_on_cost / highest : 0} />
        </>
      )
    },
    {
      heading: 'Latest payment',
      label: 'Payment',
      figure: ({ entry }) => entry.latest_dividend,
      format: formatDividend,
      note: ({ entry: { payment_frequency, frequency_label, latest_ex_date } }) =>
        `${payment_frequency === 52 ? '' : `${frequency_label.toLowerCase()}, `}${formatShortDay(latest_ex_date)}`
    },
    {
      heading: 'Price paid',
      figure: ({ entry }) => entry.cost_price,
      format: formatMoney,
      note: ({ entry }) => entry.cost_date !== bought && formatDay(entry.cost_date)
    },
    {
      heading: 'Price now',
      figure: ({ entry }) => entry.price,
      format: formatMoney,
      note: ({ entry }) => entry.price_date !== battle.as_of && formatDay(entry.price_date)
    },
    {
      heading: 'Total return since',
      label: 'Total return',
      className: 'battle-table__return',
      cell: ({ entry: { total_return } }) => (
        <>
          <span className={total_return < 0 ? 'negative' : 'positive'}>{formatChange(total_return, 1)}</span>
          <ReturnBar share={widest > 0 ? total_return / widest : 0} />
        </>
      )
    }
  ]
  return (
    <>
      <p className="battle-table__days below-3 muted text-s tabular">
        <strong>
          {countOf(standings.length, 'fund')}, {boughtWhen(battle)}.
        </strong>{' '}
        {warning !== null && <span className="semibold accent">{warning}</span>} Payments and prices through{' '}
        {formatDay(battle.as_of)}; rank changes since {formatDay(battle.week_before)}.
      </p>
      {standings.length === 0 ? (
        <p className="sheet pad-5 text-center">No fund of this group existed that long ago.</p>
      ) : (
        <Table
          caption={`Funds by yield on cost, ${boughtWhen(battle)}, best first`}
          className="table--sheet"
          columns={columns}
          rows={standings}
          keyOf={({ entry }) => entry.symbol}
          phones="cards"
          long={{ what: 'funds' }}
        />
      )}
      <LeftOut funds={battle.left_out} />
    </>
  )
}

const reasons: readonly { reason: LeftOutFund['reason']; title: string; since: string }[] = [
  { reason: 'too-young', title: 'Too young to be ranked', since: 'first price' },
  { reason: 'inactive', title: 'Not ranked: stopped paying', since: 'last ex-date' },
  { reason: 'payments-missing', title: 'Not ranked: payments missing', since: 'last known ex-date' },
  { reason: 'no-recent-price', title: 'Not ranked: no recent price', since: 'last price' }
]

/** Funds that couldn't be ranked, and why. */
function LeftOut({ funds }: { funds: readonly LeftOutFund[] }) {
  if (funds.length === 0) return null
  return (
    <Disclosure summary={`${countOf(funds.length, 'fund is', 'funds are')} not ranked`}>
      <dl className="left-out grid gap-y-4 gap-x-6 text-s">
        {reasons.map(({ reason, title, since }) => {
          const named = funds.filter((fund) => fund.reason === reason)
          if (named.length === 0) return null
          return (
            <div key={reason} className="left-out__group">
              <dt className="strong">{title}</dt>
              {named.map((fund) => (
                <dd key={fund.symbol} className="muted tabular">
                  <a className="tap semibold" href={pathOfFund(fund.symbol)}>
                    {fund.symbol}
                  </a>
                  {fund.since !== null && `, ${since} ${formatDay(fund.since)}`}
                </dd>
              ))}
            </div>
          )
        })}
      </dl>
    </Disclosure>
  )
}

/** Change of rank since the week before; null for a new fund. */
function MovementMark({ movement }: { movement: number | null }) {
  if (movement === null)
    return <span className="movement movement--new items-center text-xs semibold">new</span>
  if (movement === 0) {
    return (
      <span className="movement items-center text-xs semibold muted">
        <span aria-hidden="true">=</span>
        <span className="visually-hidden">same place</span>
      </span>
    )
  }
  const isUp = movement > 0
  const places = Math.abs(movement)
  return (
    <span className={`movement items-center text-xs semibold ${isUp ? 'positive' : 'negative'}`}>
      <svg width="0.65em" viewBox="0 0 10 8" fill="currentColor" aria-hidden="true">
        <path d={isUp ? 'M5 0l5 8H0z' : 'M5 8l5-8H0z'} />
      </svg>
      <span className="visually-hidden">{isUp ? 'up' : 'down'} </span>
      {places}
      <span className="visually-hidden"> {places === 1 ? 'place' : 'places'}</span>
    </span>
  )
}

/** `share` of the best, 0 to 1. */
function YieldBar({ share }: { share: number }) {
  return (
    <svg className="cell-drawing battle-bar" height="7" aria-hidden="true">
      <rect fill="var(--border)" width="100%" y="3" height="1" />
      <rect fill="var(--chart-bar)" width={percent(share)} height="7" />
    </svg>
  )
}

/** `share` of the largest on either side, -1 to 1; zero is in the middle. */
function ReturnBar({ share }: { share: number }) {
  const half = Math.abs(share) / 2
  return (
    <svg className="cell-drawing battle-bar" height="7" aria-hidden="true">
      <rect fill="var(--border)" width="100%" y="3" height="1" />
      <rect
        className={share < 0 ? 'negative' : 'positive'}
        fill="currentColor"
        x={percent(share < 0 ? 0.5 - half : 0.5)}
        width={percent(half)}
        height="7"
      />
      <line className="muted" stroke="currentColor" x1="50%" x2="50%" y1="-2" y2="9" />
    </svg>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}

const compared = 3

/** Link to a comparison of the first ranks since their purchase. */
export function ComparisonLink({ battle, tab }: { battle: WeeklyBattle; tab: string }) {
  const first = standingsOf(battle.entries, tab)
    .slice(0, compared)
    .map(({ entry }) => entry)
  const [best] = first
  if (best === undefined || first.length < 2) return null
  const names = first.map(({ symbol }) => symbol)
  // With their own first closes, purchases are on different days.
  const since = battle.weeks === 'all' ? '' : `&from=${best.cost_date}`
  return (
    <p className="above-4">
      <a href={`${comparePath}?f=${names.join(',')}${since}`}>Compare {listOf(names)} side by side</a>: what
      $10,000 in each became.
    </p>
  )
}
