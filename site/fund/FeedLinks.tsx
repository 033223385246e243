import { feedPathOfFund } from '../../admin-api/contract/calendar.ts'

/** Calendar links of a fund. Rendered in the browser only, because the links need the site's host. */
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
