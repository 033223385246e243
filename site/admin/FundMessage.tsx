type FundMessageProps = { ticker: string; message: string }

/** A message about a fund after its ticker, which is not repeated if the message begins with it. */
export function FundMessage({ ticker, message }: FundMessageProps) {
  return (
    <>
      <strong>{ticker}</strong>{' '}
      {message.startsWith(`${ticker} `) ? message.slice(ticker.length + 1) : message}
    </>
  )
}
