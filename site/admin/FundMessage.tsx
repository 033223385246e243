type FundMessageProps = { ticker: string; message: string }

/** Ticker of a fund and a message about it; a ticker at the start of the message is not repeated. */
export function FundMessage({ ticker, message }: FundMessageProps) {
  return (
    <>
      <strong>{ticker}</strong>{' '}
      {message.startsWith(`${ticker} `) ? message.slice(ticker.length + 1) : message}
    </>
  )
}
