import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { LineMark } from '../ui/chart/LineMark.tsx'
import type { Comparison } from './compare-funds.ts'
import { bestIn, measures } from './measures.ts'
import './compare.css'

/** One row per measure. `today` is the day in New York. */
export function ComparisonTable({ comparison: { funds }, today }: { comparison: Comparison; today: string }) {
  return (
    <table className="comparison-table">
      <caption className="visually-hidden">The compared funds, measure by measure</caption>
      <thead>
        <tr>
          <td />
          {funds.map(({ symbol, name }, i) => (
            <th key={symbol} scope="col">
              <LineMark line={i} />{' '}
              <a href={pathOfFund(symbol)} title={name}>
                {symbol}
              </a>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measures.map((measure) => {
          const best = bestIn(measure, funds)
          return (
            <tr key={measure.name}>
              <th className="comparison-table__measure" scope="row">
                {measure.name}{' '}
                {measure.hint !== undefined && <span className="comparison-table__hint">{measure.hint}</span>}
              </th>
              {funds.map((fund) => {
                const { figure, note } = measure.cell(fund, today)
                const isBest = best.includes(fund.symbol)
                return (
                  <td key={fund.symbol} className={isBest ? 'comparison-table__best' : undefined}>
                    <span className="comparison-table__figure">{figure}</span>
                    {isBest && <span className="visually-hidden"> (best)</span>}{' '}
                    {note !== undefined && <span className="comparison-table__note">{note}</span>}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
