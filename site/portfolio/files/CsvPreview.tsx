import { useEffect, useRef } from 'react'
import type { Lot } from '../positions/held-fund.ts'
import { formatCount, formatDay, formatMoney } from '../../lib/format.ts'
import { changeFleet } from '../fleet-store.ts'
import { spellShares } from '../fleet-words.ts'
import type { ReadCsv } from './csv.ts'

/** So many lots are named before they are put in. */
const namedLots = 5

type CsvPreviewProps = Omit<ReadCsv, 'lots'> & { lots: readonly Lot[]; onDone: () => void }

/** What a file would bring; nothing is changed before one agrees. */
export function CsvPreview({ lots, known, faults, onDone }: CsvPreviewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function putIn() {
    changeFleet({ type: 'put', lots })
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
            <span className="ticker">{symbol}</span>: {spellShares(shares)}, {formatDay(boughtOn)},{' '}
            {price === null ? 'the day’s close' : formatMoney(price)}
          </li>
        ))}
        {lots.length > namedLots && <li>and {countLots(lots.length - namedLots)} more</li>}
      </ul>
      <p>Nothing that is in the fleet is changed.</p>
      <div className="fleet__acts">
        {lots.length > 0 && (
          <button type="button" className="button" onClick={putIn}>
            Put {countLots(lots.length)} in
          </button>
        )}
        <button type="button" className="button button--quiet" onClick={onDone}>
          {lots.length > 0 ? 'Cancel' : 'Close'}
        </button>
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
