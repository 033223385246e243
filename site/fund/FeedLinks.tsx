import { feedPathOfFund } from '../../admin-api/contract/calendar.ts'

/** The dates of a fund for a calendar program. Drawn in the browser alone, which knows where this site is. */
export function FeedLinks({ symbol }: { symbol: string }) {
  const path = feedPathOfFund(symbol)
  return (
    <>
      <a href={`webcal://${location.host}${path}`}>
        Subscribe<span className="visually-hidden"> to the dates of {symbol}</span>
      </a>{' '}
      <a href={path} download={`doubloon-${symbol.toLowerCase()}.ics`}>
        Download .ics<span className="visually-hidden"> with the dates of {symbol}</span>
      </a>
    </>
  )
}
