import type { OutageTable } from '../../platform/database/schema/operator.ts'

type News = { subject: string; reason: string | null; now: Date }

/** The body of a call: ntfy and others read title and message, Slack reads text, Discord reads content. */
export type Told = { title: string; message: string; text: string; content: string }

/**
 * What is known of a part after it was looked at; null: nothing to keep. One that fails again before anybody heard that
 * it was well is the same outage still, and one that nobody heard of leaves nothing behind.
 */
export function nextOutage(
  known: OutageTable | undefined,
  { subject, reason, now }: News
): OutageTable | null {
  if (reason !== null) {
    const begun = known ?? { subject, began_at: now.toISOString(), alerted_at: null }
    return { ...begun, reason, ended_at: null }
  }
  if (known === undefined || known.alerted_at === null) return null
  return { ...known, ended_at: known.ended_at ?? now.toISOString() }
}

/**
 * What is known after the webhook took what `told` says; null: nothing to keep. Meanwhile it may have ended or begun
 * again, which is `known`.
 */
export function afterTelling(
  told: OutageTable,
  known: OutageTable | undefined,
  now: Date
): OutageTable | null {
  const at = now.toISOString()
  if (told.alerted_at === null) return { ...(known ?? { ...told, ended_at: at }), alerted_at: at }
  return known === undefined || known.ended_at !== null ? null : { ...known, began_at: at, alerted_at: null }
}

export function tellOf({ subject, reason, began_at, alerted_at, ended_at }: OutageTable): Told {
  const isEnd = alerted_at !== null && ended_at !== null
  const part = subject.replaceAll('-', ' ')
  const title = isEnd ? `Doubloon: ${part} well again` : `Doubloon: ${part} out of order`
  const message = isEnd
    ? `It is over since ${spell(ended_at)}; it began at ${spell(began_at)}: ${reason}`
    : reason
  const both = `${title}\n${message}`
  return { title, message, text: both, content: both }
}

/** '2026-06-04 22:15 UTC' */
function spell(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`
}
