import { isIndex } from '../../../admin-api/contract/underlying-file.ts'
import { listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { FoldedCard } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { formatAmount, formatReturn, toneOf } from '../format-portfolio.ts'
import { underlyingQuery, useQueries } from '../funds/held-funds.ts'
import { compareWithUnderlying, type UnderlyingReturn } from '../positions/underlying-return.ts'

/** The visitor's dollars in each fund next to the same dollars in its underlying; an index can't be bought. */
export function NextToUnderlying({ figures: { funds } }: { figures: PortfolioFigures }) {
  const named = funds.filter(({ fund }) => fund.underlying !== null && !isIndex(fund.underlying.ticker))
  const others = funds
    .filter((held) => !named.includes(held) && held.fund.own === undefined)
    .map(({ fund }) => fund.symbol)
  const files = [...new Set(named.flatMap(({ fund }) => fund.underlying?.file ?? []))].sort()
  const { states } = useQueries(underlyingQuery, files)
  const closes = new Map(files.map((file, index) => [file, states[index]?.value ?? null]))
  if (named.length === 0) return null
  const rows = named.flatMap((held) => {
    const known = closes.get(held.fund.underlying?.file ?? '')
    return known == null ? [] : (compareWithUnderlying(held, known) ?? [])
  })
  const shown = new Set(rows.map(({ symbol }) => symbol))
  const left = named.filter(({ fund }) => !shown.has(fund.symbol))
  const without = left.filter(({ fund }) => fund.underlying?.file === null)
  const short = left.filter(({ fund }) => fund.underlying?.file !== null)
  return (
    <FoldedCard
      className={rows.length > 0 ? '' : 'no-print'}
      titleId="portfolio-underlying-title"
      title="Next to the underlying"
      footer={
        rows.length > 0 && (
          <Disclosure summary="What is compared">
            Fund: value, payments and sales. Underlying: the same dollars on the same days, sold when you
            sold, without dividends of its own. Before tax and fees of the underlying.
          </Disclosure>
        )
      }
    >
      {rows.length > 0 && (
        <Table
          className="portfolio-underlying"
          caption="Your dollars in each fund and in its underlying"
          columns={columns}
          rows={rows}
        />
      )}
      {rows.length > 0 && others.length > 0 && (
        <p className="above-2 muted text-s">
          Not compared, because {others.length === 1 ? 'it follows' : 'they follow'} an index or several
          stocks, which can’t be bought as one: {namesOf(others)}.
        </p>
      )}
      {without.length > 0 && (
        <p className="above-2 muted text-s">
          There are no prices of {namesOf(without.map(({ fund }) => fund.underlying?.ticker ?? ''))} in the
          data here, so {namesOf(without.map(({ fund }) => fund.symbol))} can’t be compared. They come with
          live data.
        </p>
      )}
      {short.length > 0 && closes.size > 0 && [...closes.values()].every((value) => value !== null) && (
        <p className="above-2 muted text-s">
          {namesOf(short.map(({ fund }) => fund.symbol))} can’t be compared: a price of one of your days is
          missing.
        </p>
      )}
    </FoldedCard>
  )
}

const columns: readonly Column<UnderlyingReturn>[] = [
  { heading: 'Fund', symbol: ({ symbol }) => symbol, className: 'ticker' },
  { heading: 'Paid in', figure: ({ invested }) => invested, format: formatAmount },
  {
    heading: 'It came to',
    figure: ({ fund }) => fund,
    format: formatAmount,
    note: ({ fund, invested }) => <Gain share={fund / invested - 1} />
  },
  {
    heading: 'In the underlying',
    figure: ({ underlying }) => underlying,
    format: formatAmount,
    note: ({ underlying, invested, ticker }) => (
      <>
        {ticker} <Gain share={underlying / invested - 1} />
      </>
    )
  }
]

function Gain({ share }: { share: number }) {
  return <span className={toneOf(share)}>{formatReturn(share)}</span>
}

function namesOf(names: readonly string[]): string {
  return listOf([...new Set(names)].sort())
}
