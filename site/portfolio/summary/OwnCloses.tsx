import { useState } from 'react'
import { mostHolderCloses } from '../../../admin-api/contract/holder-closes.ts'
import { countOf, listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { call } from '../../lib/call.ts'
import { formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { failureTexts, showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { changePortfolio } from '../portfolio-store.ts'

const namedInQuestion = 12

/** Looks up the last closes of holdings that the site doesn't cover, after asking: their symbols leave the browser. */
export function OwnCloses({ figures }: { figures: PortfolioFigures }) {
  const [confirm, confirmDialog] = useConfirm()
  const [isBusy, setBusy] = useState(false)
  const held = figures.funds.flatMap(({ fund, shares }) =>
    fund.own !== undefined && shares > 0 ? [{ symbol: fund.symbol, price: fund.own.price }] : []
  )
  if (held.length === 0) return null
  const symbols = held.map(({ symbol }) => symbol)

  async function lookUp() {
    const named = symbols.slice(0, namedInQuestion)
    const others = symbols.length - named.length
    const names = listOf(others > 0 ? [...named, `${others} others`] : named)
    const isSure = await confirm({
      title: `Send ${countOf(symbols.length, 'symbol')}?`,
      message: `This site gets the last closes of ${names} from Yahoo Finance. Only these symbols are sent: no shares, no amounts, no accounts and no cookie.`,
      confirmText: 'Send symbols'
    })
    if (!isSure) return
    setBusy(true)
    const answers = await readCloses(symbols)
    setBusy(false)
    const prices = answers.closes.filter(({ symbol, date }) => {
      const price = held.find((one) => one.symbol === symbol)?.price ?? null
      // A price that the person entered for a later day stays.
      return price === null || date >= price.date
    })
    if (prices.length > 0)
      changePortfolio({
        type: 'put',
        prices: prices.map(({ symbol, date, close }) => ({ symbol, date, price: close, isClose: true }))
      })
    if (answers.failure !== null) {
      showToast({
        kind: 'error',
        title: 'Prices Missing',
        ...failureTexts(answers.failure, 'The prices could not be looked up.')
      })
      return
    }
    const day = prices
      .map(({ date }) => date)
      .sort()
      .at(-1)
    showToast({
      kind: answers.unknown.length > 0 ? 'info' : 'success',
      title: day === undefined ? 'No New Prices' : 'Prices Updated',
      message: day === undefined ? 'Your prices are as new.' : `Closes up to ${formatDay(day)}.`,
      ...(answers.unknown.length > 0 && { detail: `No close of ${listOf(answers.unknown)}.` })
    })
  }

  return (
    <div className="row items-center gap-x-4 gap-y-2 text-s">
      <Button aria-disabled={isBusy} onClick={lookUp}>
        Look up last prices
      </Button>
      <span className="muted">
        of {countOf(held.length, 'holding')} we don’t cover. You are asked before their symbols are sent.
      </span>
      {confirmDialog}
    </div>
  )
}

async function readCloses(symbols: readonly string[]) {
  const closes: { symbol: string; date: string; close: number }[] = []
  const unknown: string[] = []
  for (let start = 0; start < symbols.length; start += mostHolderCloses) {
    const some = symbols.slice(start, start + mostHolderCloses)
    const result = await call('GET /data/closes', { symbols: some.join(',') }, { isAnonymous: true })
    if (!result.ok) return { closes, unknown, failure: result }
    closes.push(...result.value.closes)
    unknown.push(...result.value.unknown)
  }
  return { closes, unknown, failure: null }
}
