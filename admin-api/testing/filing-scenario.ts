import { pino } from 'pino'
import { addDays, formatLongDay } from '../market-days/days.ts'
import { writeSubscription } from '../notifications/notifications.db.ts'
import { createNotifier } from '../notifications/notifier.ts'
import type { Service } from '../open-service.ts'
import type { Db } from '../platform/database/schema.ts'
import { makeDocument, makeSubmissions } from './edgar-server.ts'
import { sendAsOperator } from './operator.ts'
import { startPushBrowser } from './push-browser.ts'
import type { Reply } from './yahoo-server.ts'

const tidal = 1924868
const splitAfterDays = 30

/** EDGAR's replies while one trust has filed a supplement about the reverse split of a fund. */
export function answerEdgar(
  path: string,
  { symbol, name }: { symbol: string; name: string },
  filedOn: string
): Reply {
  const cik = Number(/^\/submissions\/CIK(\d+)\.json$/.exec(path)?.[1] ?? 0)
  const report = { accession: '0001999371-20-000001', filedOn: '2020-01-02', form: 'N-CSR' }
  const supplement = { accession: '0001999371-26-000001', filedOn }
  if (cik > 0) return makeSubmissions(cik, cik === tidal ? [supplement, report] : [report])
  return makeDocument([
    `${name} (${symbol})`,
    'Supplement to the Prospectus',
    'The Board of Trustees has approved a reverse stock split of the issued and outstanding shares.',
    `Shares of the Fund will begin trading on a split-adjusted basis on ${formatLongDay(addDays(filedOn, splitAfterDays))}.`
  ])
}

/** Confirms the draft as the operator does. @returns what a visitor doesn't see then, in words */
export async function confirmFiling(
  db: Db,
  { app, loadPage }: Pick<Service, 'app' | 'loadPage'>,
  { symbol, now }: { symbol: string; now: Date }
): Promise<string[]> {
  const draft = await db.selectFrom('fund_notice').selectAll().executeTakeFirst()
  if (draft?.status !== 'draft' || draft.symbol !== symbol) return [`a draft about ${symbol}`]
  const isShown = async (path: string) => {
    const page = await loadPage(path)
    return page !== null && 'notices' in page && page.notices.length > 0
  }
  const early = (await isShown(`/${symbol.toLowerCase()}`)) ? ['a page that waits for the operator'] : []
  const browser = await startPushBrowser()
  const { endpoint, keys } = browser
  await writeSubscription(db, {
    endpoint,
    ...keys,
    funds: symbol,
    wants_declared: 0,
    wants_own_by: 0,
    wants_notices: 1,
    created_at: now.toISOString()
  })
  try {
    const effective_on = addDays(now.toISOString().slice(0, 10), 3)
    const path = `/api/admin/fund-notices/${draft.id}`
    const answer = await sendAsOperator(
      { db, app, now },
      { method: 'PUT', path, body: { sentence: draft.sentence, effective_on } }
    )
    const log = pino({ level: 'silent' })
    const notifier = createNotifier({ db, clock: () => now, log, contactEmail: 'ahoy@doubloon.example' })
    const sent = await notifier.runDue()
    return [
      ...early,
      ...(answer.ok ? [] : [`a confirmation: ${await answer.text()}`]),
      ...((await isShown(`/${symbol.toLowerCase()}`)) ? [] : ['a notice on the fund page']),
      ...((await isShown('/calendar')) ? [] : ['an entry in the calendar']),
      ...(sent === 1 && browser.received.length === 1 ? [] : [`one message, but ${sent}`])
    ]
  } finally {
    await browser.close()
  }
}
