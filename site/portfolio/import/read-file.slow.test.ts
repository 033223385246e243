import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv, writeCsv } from '../../lib/csv.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { Transaction } from '../ledger/transaction.ts'
import { sharesHeld } from '../positions/holdings.ts'
import { planImport } from './plan-import.ts'
import { readFile } from './read-file.ts'

const head = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n'

test('a file of 50,000 rows is read and compared with itself', async () => {
  const rows = Array.from({ length: 50_000 }, (_, row) => {
    const day = `0${1 + (row % 6)}/${10 + (row % 19)}/2026`
    return `"${day}","Buy","MSTY","FUND","${1 + (row % 500)}","$20.00","","-$${20 * (1 + (row % 500))}"\n`
  })
  const result = await readFile(new TextEncoder().encode(head + rows.join('')))
  if (!result.ok) throw new Error(result.fault)
  const { reading } = result
  const shared = { methods: [], symbols: new Map(), funds: new Map(), today: '2026-07-08' }
  const { added } = planImport({ reading, existing: [], ...shared })
  expect(added).toHaveLength(50_000)
  expect(planImport({ reading, existing: added, ...shared })).toMatchObject({ added: [], known: 50_000 })
})

/*
 * Damage to the sample files. Whatever happens to a file, what is read from it must be in the undamaged file too, and
 * what is missing must be reported: exact or reported, never wrong in silence.
 */

/** IMPORT_DAMAGES=20000 tries more of each kind; docs/broker-files.md has the counts of such a run. */
const damagesOfEachKind = Number(process.env['IMPORT_DAMAGES'] ?? 250)

type Sample = { name: string; text: string; expected: string[]; reports: string[] }
type Read = { transactions: string[]; reports: string[] }
/** `affected`: what may be missing if it is reported. */
type Damaged = { bytes: Uint8Array; affected: readonly string[] }

const encode = (text: string) => new TextEncoder().encode(text)

/** Additions and messages of the preview; account names in damaged titles aside. */
async function read(bytes: Uint8Array): Promise<Read> {
  const result = await readFile(bytes)
  if (!result.ok) return { transactions: [], reports: [result.fault] }
  const { reading } = result
  const shared = { methods: [], symbols: new Map(), funds: new Map(), today: '2026-07-08' }
  const { added, problems, notes } = planImport({ reading, existing: [], ...shared })
  return {
    transactions: added.map(({ id: _, account: __, ...transaction }) => JSON.stringify(transaction)),
    reports: [
      ...problems.map(({ reason }) => reason),
      ...notes,
      ...(reading.skipped.has('Canceled trades') ? ['canceled'] : [])
    ]
  }
}

/** Multiset difference. */
function without(all: readonly string[], some: readonly string[]): string[] {
  const left = [...some]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

const samples: Sample[] = []
for (const name of readdirSync(new URL('samples/', import.meta.url))) {
  const text = readFileSync(new URL(`samples/${name}`, import.meta.url), 'utf8').replace(/^\uFEFF/, '')
  const { transactions: expected, reports } = await read(encode(text))
  samples.push({ name, text, expected, reports })
}
const tables = samples.filter(({ name }) => name.endsWith('.csv'))
/** Rows that begin with their section have several headers. */
const plainTables = tables.filter(({ name }) => !name.includes('ibkr'))

type Table = { separator: string; rows: string[][]; headerAt: number }
function toTable({ name, text }: Sample): Table {
  const separator = name.endsWith('-de.csv') ? ';' : ','
  const rows = readCsv(text, separator).map(({ cells }) => cells)
  const isHeader = (cells: string[]) =>
    cells.some((cell) => /^(?:symbol|ticker|instrument|ticker-symbol)/i.test(cell))
  // Vanguard has a table of positions above its transactions.
  const headerAt = rows.findLastIndex(isHeader)
  return { separator, rows, headerAt }
}
function toText(rows: string[][], separator = ','): string {
  if (separator === ',') return writeCsv(rows)
  const quote = (cell: string) => (cell.includes(separator) || cell.includes('\n') ? `"${cell}"` : cell)
  return rows.map((cells) => `${cells.map(quote).join(separator)}\r\n`).join('')
}

/** Transactions that disappear with a row. */
async function lostWithout(
  sample: Sample,
  rows: string[][],
  at: number,
  separator: string
): Promise<string[]> {
  const rest = await read(encode(toText(rows.toSpliced(at, 1), separator)))
  return without(sample.expected, rest.transactions)
}

const figure = /^[-+($]*\d[\d,]*(?:\.\d+)?\)?S?$/
const swapMarks = (cell: string) =>
  figure.test(cell) ? cell.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')) : cell
const swapDay = (cell: string) => cell.replace(/\b(\d{1,2})\/(\d{1,2})\/(\d{2,4})\b/g, '$2/$1/$3')

type Kind = {
  kind: string
  of: Sample[]
  damage: (sample: Sample, pick: (below: number) => number) => Promise<Damaged | null>
}

const kinds: Kind[] = [
  {
    kind: 'cut off',
    of: samples,
    damage: async ({ text, expected }, pick) => {
      const end = pick(text.length)
      // Complete rows must all be read; a row in part may be missing even without a report, like all after it.
      const lines = text.slice(0, text.slice(0, end).lastIndexOf('\n') + 1)
      const complete =
        /^\s*[<{]/.test(text) || text.startsWith('OFX') ? [] : (await read(encode(lines))).transactions
      return { bytes: encode(text.slice(0, end)), affected: without(expected, complete) }
    }
  },
  {
    kind: 'encoding',
    of: samples,
    damage: async ({ text }, pick) => {
      const broken = text.replace(/\r?\n/g, ['\n', '\r\n', '\r'][pick(3)] as string)
      const little = Buffer.from(`${pick(2) === 0 ? '\uFEFF' : ''}${broken}`, 'utf16le')
      const bytes = [
        encode(`\uFEFF${broken}`),
        little,
        Buffer.from(little).swap16(),
        Buffer.from(broken, 'latin1')
      ]
      return { bytes: new Uint8Array(bytes[pick(4)] as Uint8Array), affected: [] }
    }
  },
  {
    kind: 'decimal commas',
    of: tables,
    damage: async (sample) => {
      const { rows } = toTable(sample)
      // A spreadsheet in German: semicolons and decimal commas in all figures.
      return {
        bytes: encode(
          toText(
            rows.map((cells) => cells.map(swapMarks)),
            ';'
          )
        ),
        affected: []
      }
    }
  },
  {
    kind: 'one decimal comma',
    of: tables,
    damage: async (sample, pick) => {
      const { rows, separator } = toTable(sample)
      const at = pick(rows.length)
      const place = pick(rows[at]?.length ?? 1)
      // 1.21 new shares for 121 old ones are as possible as 1,210, and a split has no amount that could tell.
      if (rows[at]?.[place] === '1,210') return null
      const changed = rows.map((cells, row) =>
        row === at ? cells.with(place, swapMarks(cells[place] as string)) : cells
      )
      return { bytes: encode(toText(changed, separator)), affected: sample.expected }
    }
  },
  {
    kind: 'day before month',
    // Without days after the 12th, nothing proves the order; a single one could be the damaged one.
    of: plainTables.filter(({ text }) => {
      const certain = text.match(/\/(?:1[3-9]|2\d|3[01])\/.*/g) ?? []
      return certain.length > 1 || !/\d\/\d/.test(text)
    }),
    damage: async (sample, pick) => {
      const { rows, separator } = toTable(sample)
      // One day in the other order is wrong beyond doubt only after the 12th.
      const certain = rows.flatMap((cells, row) =>
        cells.some((cell) => swapDay(cell) !== cell && /^\d{1,2}\/(?:1[3-9]|2\d|3[01])\//.test(cell))
          ? [row]
          : []
      )
      const only = pick(2) === 0 ? undefined : certain[pick(certain.length)]
      const changed = rows.map((cells, row) =>
        only === undefined || only === row ? cells.map(swapDay) : cells
      )
      return { bytes: encode(toText(changed, separator)), affected: sample.expected }
    }
  },
  {
    kind: 'sign',
    of: plainTables,
    damage: async (sample, pick) => {
      const { rows, separator, headerAt } = toTable(sample)
      const at = headerAt + 1 + pick(rows.length - headerAt - 1)
      const cells = rows[at] as string[]
      const places = cells.flatMap((cell, place) => (figure.test(cell) && /[1-9]/.test(cell) ? [place] : []))
      const lost = await lostWithout(sample, rows, at, separator)
      // The sign of a payment, a split or a transfer says what it is.
      if (places.length === 0 || !lost.some((one) => /"type":"(?:buy|sell|reinvest)"/.test(one))) return null
      const place = places[pick(places.length)] as number
      const turned = (cells[place] as string).replace(/^([-+(]?)(.*?)\)?$/, (_, sign, rest) =>
        /[-(]/.test(sign) ? rest : `-${rest}`
      )
      return {
        bytes: encode(toText(rows.with(at, cells.with(place, turned)), separator)),
        affected: sample.expected
      }
    }
  },
  {
    kind: 'order of columns',
    of: plainTables,
    damage: async (sample, pick) => {
      const { rows, separator, headerAt } = toTable(sample)
      const width = Math.max(...rows.slice(headerAt).map((cells) => cells.length))
      const order = Array.from({ length: width }, (_, place) => ({ place, key: pick(1e9) })).sort(
        (a, b) => a.key - b.key
      )
      const changed = rows.map((cells, row) =>
        row < headerAt ? cells : order.map(({ place }) => cells[place] ?? '')
      )
      return { bytes: encode(toText(changed, separator)), affected: [] }
    }
  },
  {
    kind: 'lost or added cell',
    of: tables,
    damage: async (sample, pick) => {
      const { rows, separator } = toTable(sample)
      const at = pick(rows.length)
      const cells = rows[at] as string[]
      const place = pick(cells.length)
      const changed =
        pick(2) === 0 ? cells.toSpliced(place, 1) : cells.toSpliced(place, 0, cells[place] as string)
      return {
        bytes: encode(toText(rows.with(at, changed), separator)),
        affected: sample.expected
      }
    }
  },
  {
    kind: 'lost line break or quote',
    of: tables,
    damage: async ({ text, expected }, pick) => {
      const places = [...text.matchAll(/\r?\n|"/g)]
      const { index, 0: mark } = places[pick(places.length)] as RegExpExecArray
      return { bytes: encode(text.slice(0, index) + text.slice(index + mark.length)), affected: expected }
    }
  }
]

test.each(kinds)('exact or reported, never wrong in silence: $kind', async ({ kind, of, damage }) => {
  const counts = { exact: 0, reported: 0 }
  const seeds = fc.tuple(fc.constantFrom(...of), fc.infiniteStream(fc.nat(2 ** 31 - 1)))
  await fc.assert(
    fc.asyncProperty(seeds, async ([sample, stream]) => {
      const damaged = await damage(sample, (below) => (stream.next().value as number) % Math.max(below, 1))
      if (damaged === null) return
      const { transactions, reports } = await read(damaged.bytes)
      const isReported = without(reports, sample.reports).length > 0
      const extra = without(transactions, sample.expected)
      const missing = without(sample.expected, transactions)
      const text = new TextDecoder().decode(damaged.bytes)
      const hasNote = reports.some((report) => / may be cut off|All rows have more cells/.test(report))
      if (!hasNote) expect(extra, `${sample.name}: ${kind}\n${text}`).toEqual([])
      // The other half of a damaged row is reported, too.
      const isHalf = reports.some((report) => /^It (?:belongs to|may cover)/.test(report))
      if (!isHalf)
        expect(without(missing, damaged.affected), `${sample.name}: ${kind}\n${reports}\n${text}`).toEqual([])
      if (kind !== 'cut off' && missing.length > 0)
        expect(isReported, `${sample.name}: ${kind}\n${missing}\n${text}`).toBe(true)
      counts[missing.length === 0 && extra.length === 0 ? 'exact' : 'reported'] += 1
    }),
    { seed: 40, numRuns: damagesOfEachKind }
  )
  process.stdout.write(`${kind}: ${counts.exact} exact, ${counts.reported} reported\n`)
})

/*
 * Rows that belong together, in one file and in several. Positions count, without the splits of a fund's data: exactly
 * what the undamaged files give, or a report and nothing of which only half was applied.
 */

type Import = { positions: Record<string, number>; reports: string[] }

/** Imports files one after another, and returns the positions at the end and all reports. */
async function importAll(files: readonly string[]): Promise<Import> {
  let own: Transaction[] = []
  const reports: string[] = []
  for (const text of files) {
    const result = await readFile(encode(text))
    if (!result.ok) {
      reports.push(result.fault)
      continue
    }
    const shared = { methods: [], symbols: new Map(), funds: new Map(), today: '2026-11-28' }
    const plan = planImport({ reading: result.reading, existing: own, ...shared })
    reports.push(...plan.problems.map(({ reason }) => reason), ...plan.notes)
    const added = new Set(plan.added.map(({ id }) => id))
    own = [...own.filter(({ id }) => !added.has(id)), ...plan.added]
  }
  const { lots, faults } = reduceLedger(own, new Map())
  reports.push(...faults.map(({ transaction }) => `fault of ${transaction.type} on ${transaction.date}`))
  const held = Map.groupBy(
    lots.filter(({ heldUntil }) => heldUntil === null),
    ({ symbol }) => symbol
  )
  const positions = [...held].map(
    ([symbol, ofFund]) => [symbol, Number(sharesHeld(ofFund).toFixed(4))] as const
  )
  return { positions: Object.fromEntries(positions.sort()), reports }
}

const sampleNamed = (name: string) => samples.find((sample) => sample.name === name) as Sample

/** Pairs of rows by a text of each. */
const pairs: [sample: string, one: RegExp, other: RegExp][] = [
  ['schwab.csv', /Reverse Split.*,102,/, /Reverse Split.*,-510,/],
  ['schwab-stock-split-adj.csv', /,"?1,210"?,/, /Stock Split Adj/],
  ['fidelity-2025.csv', /R\/S FROM/, /R\/S TO/],
  ['robinhood.csv', /SPR,510S/, /SPR,102/],
  ['schwab-short-cover.csv', /-\$1950\.00/, /Sell Short/],
  ['fidelity-two-accounts.csv', /TRANSFERRED TO/, /TRANSFERRED FROM/]
]

test('pairs are applied or reported together, whatever happens to one of their rows', async () => {
  const counts = { exact: 0, reported: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...pairs),
      fc.boolean(),
      fc.constantFrom('digit', 'cell', 'more', 'action', 'sign', 'missing'),
      fc.infiniteStream(fc.nat(2 ** 31 - 1)),
      async ([name, one, other], isFirst, kind, stream) => {
        // The sign of a transfer says what it is.
        if (kind === 'sign' && name === 'fidelity-two-accounts.csv') return
        // Without the short sale, the purchase that covers it is a purchase like any other.
        if (kind === 'missing' && name === 'schwab-short-cover.csv' && !isFirst) return
        const pick = (below: number) => (stream.next().value as number) % Math.max(below, 1)
        const { rows } = toTable(sampleNamed(name))
        const findRow = (text: RegExp) =>
          rows.findIndex((cells) => text.test(toText([cells]).replaceAll('\n', ' ')))
        const [first, second] = [findRow(one), findRow(other)]
        expect(first >= 0 && second >= 0, name).toBe(true)
        const at = isFirst ? first : second
        const cells = rows[at] as string[]
        const numbers = cells.flatMap((cell, place) =>
          figure.test(cell) && /[1-9]/.test(cell) ? [place] : []
        )
        const filled = cells.flatMap((cell, place) => (cell.trim() === '' ? [] : [place]))
        const place =
          (kind === 'digit' || kind === 'sign' ? numbers : filled)[
            pick(kind === 'cell' ? filled.length : numbers.length)
          ] ?? 0
        const cell = cells[place] as string
        // The action is the longest text without a digit, or its code.
        const action = cells.findIndex((text) =>
          /split|short|bought|r\/s|transferred|^buy$|^SPR$/i.test(text)
        )
        const damaged = {
          digit: () => cells.with(place, cell.replace(/\d/, 'O')),
          cell: () => cells.toSpliced(place, 1),
          more: () => cells.toSpliced(place, 0, cell),
          action: () => cells.with(action, `x${cells[action]}`),
          sign: () => cells.with(place, cell.startsWith('-') ? cell.slice(1) : `-${cell}`),
          missing: () => null
        }[kind]()
        const whole = await importAll([toText(rows)])
        const without = await importAll([toText(rows.filter((_, row) => row !== first && row !== second))])
        const text = toText(damaged === null ? rows.toSpliced(at, 1) : rows.with(at, damaged))
        const { positions, reports } = await importAll([text])
        const isExact = JSON.stringify(positions) === JSON.stringify(whole.positions)
        if (!isExact) {
          const message = `${name}: ${kind}\n${reports.join('\n')}\n${text}`
          // Rows of other funds may be reported as well, if they could be the other half.
          // A lone row of a forward split adds shares at other brokers, so that only a note can ask.
          const isLoneSplit = kind === 'missing' && name === 'schwab-stock-split-adj.csv'
          for (const symbol of Object.keys({ ...whole.positions, ...without.positions }))
            if (!isLoneSplit && whole.positions[symbol] !== without.positions[symbol])
              expect([whole.positions[symbol], without.positions[symbol]], message).toContain(
                positions[symbol]
              )
          expect(reports.length, text).toBeGreaterThan(whole.reports.length)
        }
        counts[isExact ? 'exact' : 'reported'] += 1
      }
    ),
    { seed: 60, numRuns: damagesOfEachKind }
  )
  process.stdout.write(`pairs: ${counts.exact} exact, ${counts.reported} reported\n`)
})

test('a split given as a ratio is reported, never skipped or taken as a number of shares', async () => {
  const splits: [sample: string, row: RegExp, column: string][] = [
    ['schwab-stock-split-adj.csv', /,36,/, 'Quantity'],
    ['vanguard.csv', /Stock split/, 'Shares'],
    ['etrade-2025.csv', /Reverse Split/, 'Quantity #'],
    ['wealthfolio-ratio.csv', /Split/, 'unitPrice'],
    ['wealthfolio-ratio.csv', /Split/, 'quantity']
  ]
  const ratios = ['4:1', '1:5', '4 for 1', '1/5', '1-for-5', '4-1', 'x4', '4.0:1', '']
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...splits),
      fc.constantFrom(...ratios),
      async ([name, row, column], ratio) => {
        const { rows, headerAt } = toTable(sampleNamed(name))
        const at = rows.findIndex((cells, index) => index > headerAt && row.test(toText([cells])))
        const place = rows[headerAt]?.indexOf(column) ?? -1
        expect(at >= 0 && place >= 0, name).toBe(true)
        const text = toText(rows.with(at, (rows[at] as string[]).with(place, ratio)))
        const { positions, reports } = await importAll([text])
        const without = await importAll([toText(rows.toSpliced(at, 1))])
        expect(positions, text).toEqual(without.positions)
        expect(reports.length, text).toBeGreaterThan(without.reports.length)
        count += 1
      }
    ),
    { seed: 61, numRuns: damagesOfEachKind }
  )
  process.stdout.write(`ratios: 0 exact, ${count} reported\n`)
})

test('a transfer between two files is one of the same shares, or reported, whatever happens to one of its rows', async () => {
  const [outSample, inSample] = [
    sampleNamed('schwab-transfer-out.csv'),
    sampleNamed('fidelity-transfer-in.csv')
  ]
  const counts = { exact: 0, reported: 0 }
  const whole = await importAll([outSample.text, inSample.text])
  const inFirst = await importAll([inSample.text, outSample.text])
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom('missing', 'digit', 'comma', 'cell', 'more', 'action', 'shares', 'day'),
      fc.infiniteStream(fc.nat(2 ** 31 - 1)),
      async (isOut, isOutFirst, kind, stream) => {
        const pick = (below: number) => (stream.next().value as number) % Math.max(below, 1)
        const { rows } = toTable(isOut ? outSample : inSample)
        const at = rows.findIndex((cells) => /Security Transfer|ACAT RECEIVE/.test(cells.join()))
        const cells = rows[at] as string[]
        const numbers = cells.flatMap((cell, place) =>
          figure.test(cell) && /[1-9]/.test(cell) ? [place] : []
        )
        const place = numbers[pick(numbers.length)] ?? 0
        const cell = cells[place] as string
        const shares = cells.findIndex((text) => /^-?318$/.test(text))
        const days = 1 + pick(40)
        const later = new Date(Date.UTC(2026, 6, 21 + days)).toISOString()
        const damaged = {
          missing: () => null,
          digit: () => cells.with(place, cell.replace(/\d/, 'O')),
          comma: () =>
            cells.with(shares, `${cells[shares]},000`.replace(/8,000$/, pick(2) === 0 ? '8,000' : ',800')),
          cell: () => cells.toSpliced(place, 1),
          more: () => cells.toSpliced(place, 0, cell),
          action: () => cells.map((text) => text.replace(/Security Transfer|ACAT RECEIVE/, 'x')),
          shares: () => cells.with(shares, (cells[shares] as string).replace('318', String(1 + pick(900)))),
          day: () => cells.with(0, `${later.slice(5, 7)}/${later.slice(8, 10)}/2026`)
        }[kind]()
        const text = toText(damaged === null ? rows.toSpliced(at, 1) : rows.with(at, damaged))
        const files = [isOut ? text : outSample.text, isOut ? inSample.text : text]
        const { positions, reports } = await importAll(isOutFirst ? files : files.reverse())
        const isExact = JSON.stringify(positions) === JSON.stringify(whole.positions)
        if (!isExact)
          expect(
            without(reports, (isOutFirst ? whole : inFirst).reports).length,
            `${kind} of ${isOut ? 'out' : 'in'}, ${isOutFirst ? 'out' : 'in'} first: ${JSON.stringify(positions)}\n${files.join('\n')}`
          ).toBeGreaterThan(0)
        counts[isExact ? 'exact' : 'reported'] += 1
      }
    ),
    { seed: 64, numRuns: damagesOfEachKind }
  )
  process.stdout.write(`transfers across files: ${counts.exact} exact, ${counts.reported} reported\n`)
})

/** Brokers that take back a trade with opposite signs, and the columns with them. */
const signed: [sample: string, shares: string, amount: string][] = [
  ['schwab.csv', 'Quantity', 'Amount'],
  ['schwab-titled.csv', 'Quantity', 'Amount'],
  ['fidelity-2025.csv', 'Quantity', 'Amount'],
  ['fidelity-2022.csv', 'Quantity', 'Amount ($)'],
  ['vanguard.csv', 'Shares', 'Net Amount'],
  ['etrade-2024.csv', 'Quantity', 'Amount'],
  ['etrade-2025.csv', 'Quantity #', 'Amount $']
]
const opposite = (cell: string) => (cell.startsWith('-') ? cell.slice(1) : `-${cell}`)

test('a trade taken back in the same file, a later one or an earlier one is nothing, or reported', async () => {
  const counts = { exact: 0, reported: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...signed),
      fc.constantFrom('same', 'later', 'earlier', 'later and all again'),
      fc.nat(1000),
      async ([name, sharesColumn, amountColumn], where, seed) => {
        const sample = sampleNamed(name)
        const { rows, headerAt } = toTable(sample)
        const header = rows[headerAt] as string[]
        const [shares, amount] = [header.indexOf(sharesColumn), header.indexOf(amountColumn)]
        const trades = rows.flatMap((cells, row) =>
          row > headerAt &&
          /[1-9]/.test(cells[shares] ?? '') &&
          /[1-9]/.test(cells[amount] ?? '') &&
          !/split|sweep/i.test(cells.join())
            ? [row]
            : []
        )
        const at = trades[seed % trades.length] as number
        const cells = rows[at] as string[]
        const back = cells
          .with(shares, opposite(cells[shares] as string))
          .with(amount, opposite(cells[amount] as string))
        const start = rows.slice(0, headerAt + 1)
        const [all, alone] = [toText(rows), toText([...start, back])]
        const files = {
          same: [toText(rows.toSpliced(headerAt + 1, 0, back))],
          later: [all, alone],
          earlier: [alone, all],
          'later and all again': [all, alone, all, alone]
        }[where]
        const { positions, reports } = await importAll(files)
        const whole = await importAll([all])
        const expected = await importAll([toText(rows.toSpliced(at, 1))])
        const message = `${name}, ${where}: ${back.join()}\n${reports.join('\n')}`
        if (where === 'earlier') {
          // The row is reported with what to do: nothing is taken back before the trade is there.
          expect(positions, message).toEqual(whole.positions)
          expect(
            reports.some((report) => report.includes('Import the file with that trade first')),
            message
          ).toBe(true)
          expect((await importAll([...files, alone])).positions, message).toEqual(expected.positions)
        } else expect(positions, message).toEqual(expected.positions)
        counts[where === 'earlier' ? 'reported' : 'exact'] += 1
      }
    ),
    { seed: 62, numRuns: damagesOfEachKind }
  )
  process.stdout.write(`taken back across files: ${counts.exact} exact, ${counts.reported} reported\n`)
})

test('a history in several files, in any order and with overlaps, is the history in one', async () => {
  let count = 0
  const names = plainTables.map(({ name }) => name).filter((name) => !/taken-back|doubloon/.test(name))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (name, parts, isWholeFirst) => {
        const { rows, headerAt, separator } = toTable(sampleNamed(name))
        const start = rows.slice(0, headerAt + 1)
        const body = rows.slice(headerAt + 1)
        // Brokers export days: rows of one day are in the same file.
        const dayOf = (cells: readonly string[]) => /\d+[-/.]\d+[-/.]\d+/.exec(cells.join(' '))?.[0] ?? ''
        const days = [...new Set(body.map(dayOf))]
        const files = parts.map(([from, length]) => {
          const first = from % days.length
          const chosen = new Set(days.slice(first, first + 1 + (length % days.length)))
          return toText([...start, ...body.filter((cells) => chosen.has(dayOf(cells)))], separator)
        })
        const all = toText(rows, separator)
        const { positions } = await importAll(isWholeFirst ? [all, ...files] : [...files, all])
        expect(positions, `${name}\n${files.join('\n')}`).toEqual((await importAll([all])).positions)
        count += 1
      }
    ),
    { seed: 63, numRuns: damagesOfEachKind }
  )
  process.stdout.write(`several files: ${count} exact\n`)
})
