import { useEffect, useRef } from 'react'
import { formatCount, formatDay, formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { describeShares } from '../format-portfolio.ts'
import { changePortfolio } from '../portfolio-store.ts'
import type { Lot } from '../positions/held-fund.ts'
import type { ParsedLots } from './csv.ts'

/** Number of lots listed before the import. */
const namedLots = 5

type CsvPreviewProps = Omit<ParsedLots, 'lots'> & { lots: readonly Lot[]; onDone: () => void }

/** Shows what a file would add; nothing changes before the visitor confirms. */
export function CsvPreview({ lots, known, faults, onDone }: CsvPreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function putIn() {
    changePortfolio({ type: 'put', lots })
    onDone()
  }

  return (
    <section className="csv-preview" aria-labelledby="csv-preview-title">
      <h3 className="csv-preview__title" id="csv-preview-title" ref={heading} tabIndex={-1}>
        {countLots(lots.length)} to put in, {countLines(faults.length)} wrong
      </h3>
      {faults.length > 0 && (
        <ul className="csv-preview__faults">
          {faults.map(({ line, text, reason }) => (
            <li key={line}>
              <strong>Line {formatCount(line)}</strong> ({text}): {reason}
            </li>
          ))}
        </ul>
      )}
      {known > 0 && <p>In the fleet already, and left out: {countLots(known)}.</p>}
      <ul className="csv-preview__lots">
        {lots.slice(0, namedLots).map(({ id, symbol, shares, boughtOn, price }) => (
          <li key={id}>
            <span className="ticker">{symbol}</span>: {describeShares(shares)}, {formatDay(boughtOn)},{' '}
            {price === null ? 'the day’s close' : formatMoney(price)}
          </li>
        ))}
        {lots.length > namedLots && <li>and {countLots(lots.length - namedLots)} more</li>}
      </ul>
      <p>Nothing that is in the fleet is changed.</p>
      <div className="fleet__acts">
        {lots.length > 0 && <Button onClick={putIn}>Put {countLots(lots.length)} in</Button>}
        <Button variant="quiet" onClick={onDone}>
          {lots.length > 0 ? 'Cancel' : 'Close'}
        </Button>
      </div>
    </section>
  )
}

function countLots(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'lot' : 'lots'}`
}

function countLines(count: number): string {
  return count === 0 ? 'no line' : `${formatCount(count)} ${count === 1 ? 'line' : 'lines'}`
}
