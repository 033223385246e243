import type { Insertable, Selectable } from 'kysely'
import type { BlogPostTable } from '../platform/database/schema/blog.ts'
import type {
  EstimateRecordTable,
  EstimateTable,
  OutlookRecordTable
} from '../platform/database/schema/estimates.ts'
import type { FundTable, PaymentRow, PriceTable } from '../platform/database/schema/facts.ts'

/** Rows with defaults; a test passes only the fields that it is about. */

export function makeFund(given: Partial<Insertable<FundTable>> = {}): Insertable<FundTable> {
  return {
    symbol: 'MSTY',
    name: 'YieldMax MSTR Option Income Strategy ETF',
    issuer: 'YieldMax',
    family: 'yieldmax-single',
    underlying: 'MSTR',
    batch: 'yieldmax-group-d',
    first_price_day: '2024-02-22',
    note: '',
    ...given
  }
}

export function makePayment(given: Partial<Insertable<PaymentRow>> = {}): Insertable<PaymentRow> {
  return {
    symbol: 'MSTY',
    payment_date: '2026-05-29',
    payment_date_basis: 'source',
    ex_date: '2026-05-28',
    ex_date_basis: 'source',
    amount: 0.5,
    amount_as_paid: 0.5,
    agreement: 'yes',
    sources: 'test',
    ...given
  }
}

export function makeClose(given: Partial<Insertable<PriceTable>> = {}): Insertable<PriceTable> {
  return { symbol: 'MSTY', date: '2026-05-29', close: 20, basis: 'stored', ...given }
}

export function makeEstimate(given: Partial<Insertable<EstimateTable>> = {}): Insertable<EstimateTable> {
  return {
    symbol: 'MSTY',
    status: 'estimated',
    message: null,
    as_of: '2026-05-29',
    amount: 0.5,
    low: 0.4,
    high: 0.6,
    rule: 'last-yield',
    frequency: 52,
    next_ex_date: '2026-06-04',
    next_pay_date: '2026-06-05',
    dates_confirmed_on: null,
    price: 20,
    price_date: '2026-05-29',
    latest_amount: 0.5,
    latest_ex_date: '2026-05-28',
    average_amount: 0.5,
    volatility: 0.8,
    volatility_source: 'realised',
    k_factor: 1.5,
    weight: 0.7,
    reasons: '["It paid 0.50 last week."]',
    source_name: 'Test figures',
    history_digest: '',
    method_version: 'test',
    made_at: '2026-06-01T12:00:00.000Z',
    ...given
  }
}

export function makeFrozen(
  given: Partial<Insertable<EstimateRecordTable>> = {}
): Insertable<EstimateRecordTable> {
  return {
    symbol: 'MSTY',
    ex_date: '2026-06-04',
    origin: 'live',
    as_of: '2026-05-29',
    family: 'yieldmax-single',
    made_at: '2026-06-01T12:00:00.000Z',
    method_version: 'test',
    rule: 'last-yield',
    amount: 0.5,
    low: 0.4,
    high: 0.6,
    price: 20,
    price_date: '2026-05-29',
    baseline_last_yield: 0.5,
    ...given
  }
}

export function makeOutlook(
  given: Partial<Selectable<OutlookRecordTable>> = {}
): Selectable<OutlookRecordTable> {
  return {
    symbol: 'MSTY',
    session: '2026-06-01',
    months: 3,
    origin: 'live',
    as_of: '2026-05-29',
    until: '2026-08-29',
    family: 'yieldmax-single',
    frequency: 52,
    made_at: '2026-06-01T12:30:00.000Z',
    method_version: 'test',
    payments: 13,
    amount: 6.5,
    q05: 5,
    low: 5.2,
    q25: 6,
    q75: 7,
    high: 7.5,
    q95: 8,
    repeat: 7,
    price: 20,
    price_date: '2026-05-29',
    last_split: null,
    outcome: null,
    paid: null,
    paid_payments: null,
    paid_in_addition: null,
    scored_at: null,
    corrected_on: null,
    signed_on: '2026-06-01',
    ...given
  }
}

/** A published post, made unique by its number. */
export function makePost(
  number: number,
  given: Partial<Insertable<BlogPostTable>> = {}
): Insertable<BlogPostTable> {
  const day = new Date(Date.UTC(2000, 0, number)).toISOString()
  return {
    title: `Post ${number}`,
    slug: `post-${number}`,
    excerpt: `What post ${number} is about.`,
    content: `<p>Content of post ${number}.</p>`,
    reading_minutes: 1,
    published: 1,
    created_at: day,
    updated_at: day,
    published_at: day,
    archive_number: number,
    ...given
  }
}
