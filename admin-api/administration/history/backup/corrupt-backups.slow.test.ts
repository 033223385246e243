// Shows the same on any database.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startApi } from '../../../testing/api.ts'
import { forAllTests } from '../../../testing/fixtures.ts'

let operator: Record<string, string>
const path = '/api/admin/dividend-history/import'
const symbols = ['MSTY', 'TSLY', 'CONY', 'NVDY']

const api = forAllTests(() => startApi({ content: symbols }))
beforeAll(async () => {
  operator = await api.signIn()
  // Each of these tests would read these thousands of rows four times.
  await api.db.deleteFrom('estimate_record').where('origin', '=', 'replayed').execute()
})

/** Digest of everything that a restore could change. */
async function digest(): Promise<string> {
  const tables = [
    'dividend_history',
    'estimate',
    'estimate_record',
    'meta',
    'page_change',
    'admin_log'
  ] as const
  const rows = await Promise.all(tables.map((table) => api.db.selectFrom(table).selectAll().execute()))
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

const good = {
  ticker: 'MSTY',
  payment_date: '2026-06-05',
  ex_date: '2026-06-04',
  actual_dividend: 0.5,
  estimated_dividend: 0.4,
  frequency: 'WEEKLY'
}
const other = { ...good, payment_date: '2026-06-12', ex_date: '2026-06-11' }

/** A backup of one valid record and one with these changes. */
function backupWith(given: Record<string, unknown>): string {
  return JSON.stringify({
    version: '1',
    exported_at: '2026-06-01T00:00:00.000Z',
    data: [other, { ...good, ...given }]
  })
}

const complete = backupWith({})
const invalid = 'Invalid Backup File: '

/** A backup with a payment on each day from 2000 on, for one fund after the other. */
function writeRecords(count: number): string {
  const daysPerFund = 30_000
  const data = Array.from({ length: count }, (_, i) => {
    const day = new Date(Date.UTC(2000, 0, 1 + (i % daysPerFund))).toISOString().slice(0, 10)
    return { ticker: symbols[Math.floor(i / daysPerFund)], payment_date: day, actual_dividend: 0.5 }
  })
  return JSON.stringify({ version: '1', data })
}
const noRecords = "Invalid Backup File: The backup file doesn't contain any valid records."
const second = 'Invalid Backup File: record 2 (MSTY, 2026-06-05): '

const files: [string, string, string | RegExp, number?][] = [
  ['an empty file', '', noRecords],
  ['a truncated file', complete.slice(0, -40), 'The request body is not valid JSON.'],
  [
    'a file cut off after its first record',
    `${complete.slice(0, 120)}]}`,
    'The request body is not valid JSON.'
  ],
  ['an image', '\u0089PNG\r\n\u001a\n\u0000\u0000', 'The request body is not valid JSON.'],
  ['a web page', '<!doctype html><p>502 Bad Gateway', 'The request body is not valid JSON.'],
  ['NaN for an amount', complete.replace('0.5', 'NaN'), 'The request body is not valid JSON.'],
  ['a list', `[${complete}]`, 'The request body must be a JSON object.'],
  ['no data', '{"version":"1"}', noRecords],
  ['data that is not a list', '{"version":"1","data":{"length":1}}', noRecords],
  ['data without a record', '{"version":"1","data":[]}', noRecords],
  ['no version', JSON.stringify({ data: [good] }), /version is missing/],
  [
    'a newer version',
    JSON.stringify({ version: '2', data: [good] }),
    /version 2, which a newer Doubloon made/
  ],
  ['an unknown version', JSON.stringify({ version: 'beta', data: [good] }), /it has version beta/],
  ['a version that is an object', JSON.stringify({ version: {}, data: [good] }), /version is missing/],
  [
    'an export time in words',
    complete.replace('2026-06-01T00:00:00.000Z', 'yesterday'),
    /exported_at must be an instant/
  ],
  [
    'a record that is null',
    JSON.stringify({ version: '1', data: [good, null] }),
    /record 2 \(\?, \?\): it must be an object/
  ],
  [
    'a record that is a list',
    JSON.stringify({ version: '1', data: [[]] }),
    /record 1 \(\?, \?\): it must be an object/
  ],
  [
    'no ticker',
    backupWith({ ticker: undefined }),
    'Invalid Backup File: record 2 (?, 2026-06-05): ticker must be text.'
  ],
  [
    'a fund that is not one of ours',
    backupWith({ ticker: 'SPY' }),
    /\(SPY, 2026-06-05\): ticker SPY is not one of our funds/
  ],
  ['SQL for a ticker', backupWith({ ticker: "MSTY'; drop" }), /ticker must be 1 to 5 capital letters/],
  [
    'a very long ticker',
    backupWith({ ticker: 'M'.repeat(100_000) }),
    `${invalid}the 64 kB after record 1 contain no complete record.`
  ],
  [
    'a day that does not exist',
    backupWith({ payment_date: '2026-02-30' }),
    /payment_date is a day that does not exist/
  ],
  [
    'a day in another format',
    backupWith({ payment_date: '06/05/2026' }),
    /payment_date must be a day as YYYY-MM-DD/
  ],
  [
    'a day that is a number',
    backupWith({ ex_date: 20260604 }),
    `${second}ex_date must be a day as YYYY-MM-DD.`
  ],
  [
    'an ex-date after the payment',
    backupWith({ ex_date: '2026-06-06' }),
    `${second}ex_date 2026-06-06 is after the payment_date.`
  ],
  [
    'an amount that is text',
    backupWith({ actual_dividend: '0.5' }),
    `${second}actual_dividend must be a number from 0 to 1000000.`
  ],
  ['an amount below zero', backupWith({ actual_dividend: -0.01 }), /actual_dividend must be a number/],
  [
    'an infinite amount',
    complete.replace('"actual_dividend":0.5', '"actual_dividend":1e999'),
    /actual_dividend must be a number/
  ],
  ['an absurdly large amount', backupWith({ current_price: 1e7 }), /current_price must be a number/],
  [
    'an amount that is an object',
    backupWith({ average_dividend: { $gt: 0 } }),
    /average_dividend must be a number/
  ],
  [
    'an amount that is a list',
    backupWith({ estimated_dividend: [0.4] }),
    /estimated_dividend must be a number/
  ],
  ['a score above one', backupWith({ accuracy_score: 1.2 }), /accuracy_score must be a number from 0 to 1/],
  [
    'a score without an estimate',
    backupWith({ estimated_dividend: null, accuracy_score: 1 }),
    /accuracy_score is set without/
  ],
  ['no amount at all', backupWith({ actual_dividend: null, estimated_dividend: null }), /are both missing/],
  [
    'an as-paid amount without an actual amount',
    backupWith({ actual_dividend: null, actual_as_paid: 1 }),
    /actual_as_paid is set without/
  ],
  ['an unknown frequency', backupWith({ frequency: 'DAILY' }), /frequency must be one of/],
  [
    'an unknown basis',
    backupWith({ ex_date_basis: 'guessed' }),
    `${second}ex_date_basis must be source or derived.`
  ],
  ['an unknown agreement', backupWith({ agreement: true }), /agreement must be yes, single or no/],
  [
    'sources that are too long',
    backupWith({ sources: 'x'.repeat(5000) }),
    /sources must not exceed 1000 characters/
  ],
  [
    'the same payment twice',
    backupWith({ payment_date: '2026-06-12' }),
    /record 2 \(MSTY, 2026-06-12\): payment_date is the same as in record 1/
  ],
  [
    'two payments with one ex-date',
    backupWith({ ex_date: '2026-06-11', payment_date: '2026-06-15' }),
    /ex_date is the same as in record 1/
  ],
  [
    'a prototype',
    complete.replaceAll('"frequency"', '"__proto__":{"ticker":"MSTY"},"frequency"'),
    /__proto__ is not a field of a record/
  ],
  ['a constructor', backupWith({ constructor: { prototype: {} } }), /constructor is not a field of a record/],
  ['100,001 records', writeRecords(100_001), /at most 100,000 records\./, 413],
  [
    'an object of another kind',
    `{"version":"1","posts":[${'{"title":"Ahoy"},'.repeat(10_000)}0]}`,
    `${invalid}its first 64 kB contain no complete record.`
  ],
  [
    'a long field after the records',
    `${complete.slice(0, -1)},"x":"${'x'.repeat(100_000)}"}`,
    `${invalid}the 64 kB after record 2 contain no complete record.`
  ],
  ['lists in lists', `{"version":"1","data":[${'['.repeat(200_000)}`, /nested more deeply/],
  ['data twice', complete.replace(/("data":\[.*\])/, '$1,$1'), `${invalid}it has two lists named data.`],
  ['text after its end', `${complete}{}`, 'The request body is not valid JSON.']
]

test.each(files)(
  '%s changes nothing, and the response says what is wrong',
  async (_, text, message, status = 400) => {
    const before = await digest()
    for (const query of ['?dry_run=1', '']) {
      const answer = await api.post(`${path}${query}`, text, operator)
      const expected = typeof message === 'string' ? message : expect.stringMatching(message)
      expect(answer).toMatchObject({ status, body: { message: expected } })
    }
    expect(await digest()).toBe(before)
    expect(existsSync(join(api.services.dataDir, 'backups'))).toBe(false)
  }
)

test('the unchanged file is valid', async () => {
  expect((await api.post(`${path}?dry_run=1`, complete, operator)).body).toEqual({
    added: 2,
    changed: 0,
    unchanged: 0
  })
})
