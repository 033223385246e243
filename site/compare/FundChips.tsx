import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { $myFunds } from '../portfolio/my-funds.ts'
import { Button } from '../ui/Button.tsx'
import { LineMark } from '../ui/chart/LineMark.tsx'
import { Icon } from '../ui/Icon.tsx'

type FundChipsProps = { symbols: readonly string[]; onRemove: (symbol: string) => void }

/** Compared funds with the marks of their lines; the last one can't be removed. */
export function FundChips({ symbols, onRemove }: FundChipsProps) {
  const { symbols: mine } = useStore($myFunds, { ssr: 'initial' })
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} className="fund-chips row gap-2" aria-label="Compared funds" tabIndex={-1}>
      {symbols.map((symbol, i) => (
        <li key={symbol} className="fund-chips__chip">
          <LineMark line={i} />
          <span className="fund-chips__symbol" data-mine={mine.has(symbol) || undefined}>
            {symbol}
          </span>
          {symbols.length > 1 && (
            <Button
              variant="icon"
              className="fund-chips__remove"
              aria-label={`Remove ${symbol}`}
              onClick={() => {
                // The pressed button disappears, so keep the focus in the list.
                list.current?.focus()
                onRemove(symbol)
              }}
            >
              <Icon name="close" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
