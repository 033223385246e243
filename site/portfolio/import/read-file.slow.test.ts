import { readdirSync, readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv, writeCsv } from '../../lib/csv.ts'
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
const plainTables = tables.filter(({ name }) => !name.startsWith('ibkr'))

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
      const changed = rows.map((cells, row) =>
        row === at ? cells.with(place, swapMarks(cells[place] as string)) : cells
      )
      return { bytes: encode(toText(changed, separator)), affected: sample.expected }
    }
  },
  {
    kind: 'day before month',
    of: plainTables,
    damage: async (sample, pick) => {
      const { rows, separator } = toTable(sample)
      // One day in the other order is wrong beyond doubt only after the 12th.
      const certain = rows.flatMap((cells, row) =>
        cells.some((cell) => swapDay(cell) !== cell && /\/(?:1[3-9]|2\d|3[01])\//.test(cell)) ? [row] : []
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
      if (places.length === 0 || !lost.some((one) => one.includes('"price"'))) return null
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
      expect(without(missing, damaged.affected), `${sample.name}: ${kind}\n${reports}\n${text}`).toEqual([])
      if (kind !== 'cut off' && missing.length > 0)
        expect(isReported, `${sample.name}: ${kind}\n${missing}\n${text}`).toBe(true)
      counts[missing.length === 0 && extra.length === 0 ? 'exact' : 'reported'] += 1
    }),
    { seed: 40, numRuns: damagesOfEachKind }
  )
  process.stdout.write(`${kind}: ${counts.exact} exact, ${counts.reported} reported\n`)
})
