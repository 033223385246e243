import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { roll } from '../../../admin-api/market-days/market-calendar.ts'
import { makeStock } from '../../testing/make-stock.ts'
import { EstimatorCard } from './EstimatorCard.tsx'
import { EstimatorNotes } from './EstimatorNotes.tsx'

function readText(html: string): string {
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

/** Text of the card before the close of `today`, with data as of May 29, 2026, ex-date June 4 and pay date June 5. */
function textOn(
  today: string,
  given: Partial<StockResult> = {},
  held: number | null = null,
  nextClose = roll(today, 1)
): string {
  const stock = makeStock({ own_by: '2026-06-03', ...given })
  return readText(
    renderToStaticMarkup(
      <EstimatorCard stock={stock} today={today} nextClose={nextClose} held={held} notes={null} />
    )
  )
}

test('through the ex-date the payment is called the next one, and no date is called expected', () => {
  expect(textOn('2026-06-03')).toMatch(
    /Next payment, weekly .*\$0\.3000 .*\$0\.2500 to \$0\.3700 .*Own by .*Ex-date .*Pays /
  )
  expect(textOn('2026-06-04')).toMatch(/Next payment, weekly .*Own-by date .* Ex-date .*Pays /)
})

test('the own-by date passes at the close of its day, and the next one is named', () => {
  expect(textOn('2026-06-03', {}, null, '2026-06-04')).toMatch(
    /Own-by date .*The own-by date has passed; next: Wed.*10.*\. Both dates are estimated/
  )
  expect(textOn('2026-06-03')).not.toContain('has passed')
  // With old figures, the next one may have passed, too.
  expect(textOn('2026-06-04', { following_own_by: '2026-06-03' })).toContain('The own-by date has passed.')
})

test('a result stored before own-by dates existed shows none', () => {
  expect(textOn('2026-06-03', { own_by: null, following_own_by: null })).not.toMatch(/own.by/i)
})

test('passed dates are called expected and not confirmed, and no payment is called the next', () => {
  expect(textOn('2026-06-05')).toMatch(
    /Expected payment, weekly .*Own-by date .*Expected ex-date .*Pays .*Not confirmed yet/
  )
  expect(textOn('2026-06-06')).toContain('Expected pay date')
  expect(textOn('2026-06-06')).not.toMatch(/next|Own by/i)
})

test('an estimate older than a week is gray and dated, and its dates have their year', () => {
  // 178 days from May 29 to November 23: 2 + 30 + 31 + 31 + 30 + 31 + 23.
  const old = textOn('2026-11-23')
  expect(old).toMatch(/May 2026 estimate, 178 days old .*\$0\.3000 a share/)
  expect(old).toMatch(/Wed, Jun 3, 2026 Expected ex-date Thu, Jun 4, 2026 Expected pay date Fri, Jun 5, 2026/)
  expect(old).not.toMatch(/next/i)
  expect(textOn('2026-06-05')).not.toMatch(/days old|2026/)
  const [fresh, gray] = ['2026-06-05', '2026-06-06'].map((today) =>
    renderToStaticMarkup(
      <EstimatorCard stock={makeStock()} today={today} nextClose={today} held={null} notes={null} />
    )
  )
  expect(fresh).toContain('figure--gold')
  expect(gray).not.toContain('figure--gold')
})

test("the visitor's shares are multiplied by the estimate", () => {
  expect(textOn('2026-06-03', {}, 1250.5)).toContain('You own 1,250.5 shares: about $375.15')
  expect(textOn('2026-06-03', {}, 1)).toContain('You own 1 share: about $0.30')
  expect(textOn('2026-06-03')).not.toContain('You own')
})

test('in season, one-off payments are described separately from the range', () => {
  const one_offs = 'Around New Year MSTY paid one-off amounts in 1 of 2 years.'
  expect(textOn('2026-06-03', { one_offs })).toContain(one_offs)
})

test('a declared payment is next to the estimate, with source and day', () => {
  const declared = { amount: 0.312, declared_on: '2026-06-02', source: 'Nasdaq', seen_on: '2026-06-03' }
  const text = textOn('2026-06-03', { declared })
  expect(text).toMatch(/Declared: \$0\.3120 a share , on .*2026 \(Nasdaq, .*2026\)/)
  expect(text).toContain('$0.3000 a share')
  expect(text).toContain('The ex-date is declared.')
  expect(textOn('2026-06-03')).not.toMatch(/declared/i)
})

test('the price is the newest close, with the close that the estimate is based on next to it', () => {
  const notes = (latest_close?: { date: string; close: number }) =>
    readText(renderToStaticMarkup(<EstimatorNotes stock={makeStock({ latest_close })} />))
  expect(notes({ date: '2026-06-01', close: 21.4 })).toMatch(
    /Price \$21\.40 close on .*2026; estimate based on the .*29.* close of \$22\.29/
  )
  for (const text of [notes({ date: '2026-05-29', close: 22.29 }), notes()]) {
    expect(text).toMatch(/Price \$22\.29 close on /)
    expect(text).not.toContain('based on')
  }
})

test('a range of days replaces an ex-date that is not certain', () => {
  const ex_date_range = { first: '2026-06-03', last: '2026-06-05' }
  expect(textOn('2026-06-01', { ex_date_range, own_by: '2026-06-02' })).toMatch(
    /Own by Tue, Jun 2 Ex-date Jun 3 to 5 .*Expected ex-date Jun 3 to 5: .*Buy before the first of these days/
  )
  // After the close of June 2 it is too late for the first of these days only.
  expect(textOn('2026-06-02', { ex_date_range, own_by: '2026-06-02' }, null, '2026-06-03')).toMatch(
    /Own by Wed, Jun 3 Ex-date Jun 3 to 5 .*Buy by Jun 3 to get the payment, unless it goes ex by then\./
  )
})

test('the chances of a cut and a raise are in the text; not once the payment is declared, nor without any', () => {
  expect(textOn('2026-06-03')).toMatch(
    /Most likely about the same as last time \( ?50% ?\)\. Raise of more than 10%: 30% ?\. Cut of more than 10%: 20%/
  )
  const declared = { amount: 0.31, declared_on: '2026-06-02', source: 'test', seen_on: '2026-06-02' }
  expect(textOn('2026-06-03', { declared })).not.toMatch(/cut of/i)
  expect(textOn('2026-06-03', { change_chances: null })).not.toMatch(/cut of/i)
})

test('the next 12 months are compared with as many payments of the estimate', () => {
  const year = {
    months: 12,
    to: '2027-05-29',
    payments: 52,
    amount: 9.84,
    low: 6.1,
    high: 13.9,
    quantiles: null
  }
  // 52 x $0.30 = $15.60, and 9.84 / 15.60 = 0.63.
  expect(textOn('2026-06-03', { outlook: [year] })).toContain(
    'In the next 12 months: $9.84 a share (80%: $6.10 to $13.90), 37% less than if every payment matched the estimate'
  )
  expect(textOn('2026-06-03', { outlook: [{ ...year, amount: 15.6, low: null, high: null }] })).toContain(
    'In the next 12 months: $15.60 a share ( why )'
  )
  expect(textOn('2026-06-03')).not.toContain('12 months')
})
