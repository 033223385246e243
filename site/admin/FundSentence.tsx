type FundSentenceProps = { ticker: string; sentence: string }

/** What is said of a fund, after its ticker; a sentence that begins with the ticker says it once. */
export function FundSentence({ ticker, sentence }: FundSentenceProps) {
  const isNamed = sentence.startsWith(`${ticker} `)
  return (
    <>
      <strong>{ticker}</strong> {isNamed ? sentence.slice(ticker.length + 1) : sentence}
    </>
  )
}
