import type { Family } from '../contract/vocabulary.ts'

/** How a family moves an ex-date that a closed day stands in the way of. */
export type Convention = {
  /** Where the ex-date goes when its own day is closed. */
  exClosed: 'next' | 'previous'
  /** Where it goes when the weekday before, the day of the announcement, is closed. */
  announcementClosed: 'next' | 'stay'
  /** Where it goes when the following weekday is closed and the payment would slip into the next week. */
  paymentSlips: 'previous' | 'stay'
}

/**
 * Read off the ex-dates of 2024 to May 2026, for example:
 * YieldMax 2025-11-28 and 2026-01-02 (ex day closed), 2024-12-27 and 2025-01-03 (announcement day closed);
 * Roundhill 2025-12-24 (ex day closed), 2025-04-16 and 2026-04-01 (Good Friday would delay the payment);
 * WeeklyPay 2026-02-17; GraniteShares 2026-04-02; Defiance 2025-11-26 and, unmoved, 2026-04-02.
 */
export const conventions: Readonly<Record<Family, Convention>> = {
  'yieldmax-single': { exClosed: 'next', announcementClosed: 'next', paymentSlips: 'stay' },
  'yieldmax-portfolio': { exClosed: 'next', announcementClosed: 'next', paymentSlips: 'stay' },
  graniteshares: { exClosed: 'previous', announcementClosed: 'stay', paymentSlips: 'stay' },
  'roundhill-weeklypay': { exClosed: 'next', announcementClosed: 'stay', paymentSlips: 'stay' },
  'roundhill-other': { exClosed: 'previous', announcementClosed: 'stay', paymentSlips: 'previous' },
  defiance: { exClosed: 'previous', announcementClosed: 'stay', paymentSlips: 'stay' }
}
