import { type NoticeKind, noticeKinds, type PaymentKind } from '../contract/vocabulary.ts'
import { formatDayWithWeekday } from '../market-days/days.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import type { IsoDay } from '../market-days/types.ts'
import { dollars, percent } from '../numbers/format-numbers.ts'
import type { Subscription } from './notifications.db.ts'
import type { PushMessage } from './push-service.ts'

/** Events that subscriptions may be notified of now. `event` is unique and never changes. */
export type NewsItem = {
  event: string
  kind: 'declared' | 'own-by' | 'notice'
  symbol: string
  day: IsoDay
  text: string
}

type News = {
  /** `last`: amount of the regular payment before it; null if there is none. */
  announced: readonly {
    symbol: string
    exDate: IsoDay
    amount: number
    kind: PaymentKind
    last: number | null
  }[]
  next: readonly { symbol: string; exDate: IsoDay; ownBy: IsoDay }[]
  /** Changes of funds that the operator confirmed. */
  notices: readonly { id: number; symbol: string; kind: NoticeKind; effective_on: IsoDay }[]
}

/** Own-by notifications wait for the morning in New York. */
const morning = '09:00'

/** Announced payments, own-by dates of the next session, and changes of funds. */
export function findNews({ announced, next, notices }: News, now: { day: IsoDay; time: string }): NewsItem[] {
  const ownBy = next.flatMap(({ symbol, exDate, ownBy: day }): NewsItem[] => {
    const dayBefore = addSessions(day, -1)
    const isDue = now.day > dayBefore || (now.day === dayBefore && now.time >= morning)
    if (!isDue || now.day >= day) return []
    return [{ event: `own-by ${symbol} ${exDate}`, kind: 'own-by', symbol, day, text: symbol }]
  })
  const declared = announced.map(
    ({ symbol, exDate, amount, kind, last }): NewsItem => ({
      event: `declared ${symbol} ${exDate}`,
      kind: 'declared',
      symbol,
      day: exDate,
      text: `${symbol} ${dollars(amount)}${noteOf(kind, amount, last)}`
    })
  )
  const changes = notices.map(
    ({ id, symbol, kind, effective_on }): NewsItem => ({
      event: `notice ${symbol} ${id}`,
      kind: 'notice',
      symbol,
      day: effective_on,
      text: `${symbol} ${noticeKinds[kind].toLowerCase()}`
    })
  )
  const isFirst = ({ event }: NewsItem, i: number, all: NewsItem[]) =>
    all.findIndex((other) => other.event === event) === i
  return [...declared, ...ownBy, ...changes].filter(isFirst)
}

function noteOf(kind: PaymentKind, amount: number, last: number | null): string {
  if (kind !== 'regular') return ' (in addition)'
  return last ? ` (${formatChange(amount / last - 1)})` : ''
}

const formatChange = (fraction: number) => `${fraction > 0 ? '+' : ''}${percent(fraction, 1)}`

/** One message per kind and day, with the events that this subscription wants and has not received. */
export function toMessages(
  subscription: Pick<Subscription, 'funds' | 'wants_declared' | 'wants_own_by' | 'wants_notices'>,
  news: readonly NewsItem[],
  sent: ReadonlySet<string>
): { message: PushMessage; events: string[] }[] {
  const funds = new Set(subscription.funds.split(','))
  const wants = {
    declared: subscription.wants_declared,
    'own-by': subscription.wants_own_by,
    notice: subscription.wants_notices
  }
  const wanted = news.filter(
    ({ event, kind, symbol }) => funds.has(symbol) && !sent.has(event) && wants[kind] === 1
  )
  const groups = Map.groupBy(wanted, ({ kind, day }) => `${kind} ${day}`)
  return [...groups].map(([tag, items]) => ({
    message: toMessage(tag, items),
    events: items.map(({ event }) => event)
  }))
}

const maxNamed = 8

function toMessage(tag: string, items: readonly NewsItem[]): PushMessage {
  const [first] = items
  const day = formatDayWithWeekday(first?.day ?? '')
  const named = items.slice(0, maxNamed).map(({ text }) => text)
  const more = items.length > named.length ? ` and ${items.length - named.length} more` : ''
  const list = `${named.join(', ')}${more}`
  const path = items.length === 1 ? `/${first?.symbol.toLowerCase()}` : '/calendar?funds=mine'
  switch (first?.kind) {
    case 'declared':
      return { title: 'Payment announced', body: `${list}. Ex-date ${day}.`, tag, path }
    case 'notice':
      return { title: `Change on ${day}`, body: `${list}.`, tag, path }
    default:
      return { title: `Own by the close on ${day}`, body: `For the next payment of ${list}.`, tag, path }
  }
}
