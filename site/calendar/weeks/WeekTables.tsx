import { pathOfWeek } from '../../../admin-api/contract/calendar.ts'
import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import type { WeekPage, WeekSummary } from '../../../admin-api/contract/weeks.ts'
import { paidColumns } from '../../accuracy/EntryTable.tsx'
import { formatChance, formatRate } from '../../accuracy/format-accuracy.ts'
import { formatDay, formatDividend, formatMoney, formatShortDay, formatWeek } from '../../lib/format.ts'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { formatOrigins } from './format-week.ts'

type Figures = { figures: WeekPage['figures'] }

const resultColumns: Column<Figures>[] = [
  {
    heading: 'In range',
    words: ({ figures }) => figures && `${figures.inRange} of ${figures.payments}`,
    className: 'is-figure semibold'
  },
  { heading: 'Median error', figure: ({ figures }) => figures?.medianErrorPercent, format: formatRate },
  { heading: 'Estimated on $100', figure: ({ figures }) => figures?.stake.expected, format: formatMoney },
  { heading: 'Paid on $100', figure: ({ figures }) => figures?.stake.paid, format: formatMoney }
]

/** Results of all funds and by family. */
export function WeekFamilies({ figures, families }: Pick<WeekPage, 'figures' | 'families'>) {
  return (
    <Table
      caption="Results by family"
      columns={[{ heading: 'Family', words: ({ name }) => name }, ...resultColumns]}
      rows={[{ name: 'All funds', figures }, ...families]}
      phones="cards"
      isScrollable
    />
  )
}

/** All weeks, newest first; rows name the origin of their estimates only if both kinds occur. */
export function WeekList({ weeks }: { weeks: readonly WeekSummary[] }) {
  const isMixed = new Set(weeks.map(formatOrigins)).size > 1
  const columns: Column<WeekSummary>[] = [
    {
      heading: 'Week',
      words: ({ thursday }) => formatWeek(thursday),
      href: ({ thursday }) => pathOfWeek(thursday),
      note: ({ correctedOn }) => correctedOn && `corrected ${formatDay(correctedOn)}`
    },
    ...resultColumns,
    ...(isMixed ? [{ heading: 'Estimates', words: formatOrigins, className: 'muted' }] : [])
  ]
  return (
    <Table
      caption="All weeks, newest first"
      columns={columns}
      rows={weeks}
      group={{ of: ({ thursday }) => thursday.slice(0, 4), idOf: (year) => `year-${year}` }}
      phones="led"
      isScrollable
      long={{ what: 'weeks' }}
      className="week-list"
    />
  )
}

/** Every estimate next to its payment and the day on which it is paid, then estimates whose payment didn't arrive. */
export function WeekEntries({
  entries,
  missing,
  today
}: Pick<WeekPage, 'entries' | 'missing'> & { today: string }) {
  const unpaid = { actual: null, errorPercent: null, isInRange: false, payDate: null, chances: null }
  const rows = [...entries, ...missing.map((payment) => ({ ...payment, ...unpaid }))]
  type Row = (typeof rows)[number]
  const isMixed = new Set(rows.map(({ origin }) => origin)).size > 1
  const columns: Column<Row>[] = [
    { heading: 'Fund', symbol: ({ symbol }) => symbol, href: ({ symbol }) => pathOfFund(symbol) },
    {
      heading: 'Ex-date',
      day: ({ exDate }) => exDate,
      cell: ({ exDate }) => <time dateTime={exDate}>{formatShortDay(exDate)}</time>,
      note: ({ payDate }) => payDate && `${payDate <= today ? 'paid' : 'pays'} ${formatShortDay(payDate)}`
    },
    { heading: 'Estimate', figure: ({ estimate }) => estimate, format: formatDividend },
    {
      heading: '80% range',
      words: ({ low, high }) => `${formatDividend(low)} to ${formatDividend(high)}`,
      note: ({ chances }) =>
        chances && `cut ${formatChance(chances.cut)}, raise ${formatChance(chances.raise)}`,
      className: 'is-figure muted'
    },
    ...paidColumns,
    ...(isMixed
      ? [
          {
            heading: 'Made',
            words: ({ origin }: Row) => (origin === 'live' ? 'live' : 'backtested'),
            className: 'muted'
          }
        ]
      : [])
  ]
  return (
    <Table
      caption="Estimated and paid, fund by fund"
      columns={columns}
      rows={rows}
      phones="pairs"
      isScrollable
      long={{ what: 'funds', isShort: true }}
      className="week-entries"
    />
  )
}
