import { slashDays } from '../../lib/slash-days.ts'

type FundSentenceProps = { ticker: string; sentence: string }

/** What is said of a fund, after its ticker; a sentence that begins with the ticker says it once. */
export function FundSentence({ ticker, sentence: written }: FundSentenceProps) {
  const sentence = slashDays(written)
  const isNamed = sentence.startsWith(`${ticker} `)
  return (
    <>
      <strong>{ticker}</strong> {isNamed ? sentence.slice(ticker.length + 1) : sentence}
    </>
  )
}
