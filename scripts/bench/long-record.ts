import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { recordCsvColumns, recordCsvPath } from '../../admin-api/contract/record.ts'
import type { RecordDay, RecordLeaf } from '../../admin-api/contract/signed-record.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { makeKeyPair, makeRecordFiles, type SignedTogether } from '../../admin-api/testing/make-record.ts'
import { type Figure, milliseconds } from './report.ts'

const firstDay = '2024-01-08'
const fundsOfFirstDay = 9000
const funds = 196
const weeks = 107
const signaturesAWeek = 10

/**
 * Measures `npm run verify-record` on a folder with 30,000 estimates in 1,071 signatures: 9,000 on the first day, as in a new
 * database, then one a week of each of 196 funds.
 */
export async function timeLongRecord(): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-long-record-'))
  try {
    const files = await makeRecordFiles(makeHistory(), await makeKeyPair())
    files[recordCsvPath] = makeTable(files)
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const startedAt = performance.now()
    const program = spawn(process.execPath, ['scripts/verify-record.ts', folder], { stdio: 'pipe' })
    let printed = ''
    for (const output of [program.stdout, program.stderr])
      output.on('data', (text: Buffer) => {
        printed += text
      })
    const [code] = await once(program, 'close')
    const taken = performance.now() - startedAt
    const verified = /(\d+) days with (\d+) live/.exec(printed)
    if (code !== 0 || verified === null) throw new Error(`the long record must verify: ${printed}`)
    return milliseconds('verify-record of a long record', taken, 10_000, `for ${verified[2]} estimates`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function makeHistory(): SignedTogether[] {
  const symbols = Array.from({ length: fundsOfFirstDay }, (_, i) => symbolOf(i))
  const first = { exDate: addDays(firstDay, 3), madeAt: `${firstDay}T12:00:00.000Z`, symbols }
  const later = Array.from({ length: weeks * signaturesAWeek }, (_, i): SignedTogether => {
    const [week, part] = [Math.floor(i / signaturesAWeek), i % signaturesAWeek]
    const monday = addDays(firstDay, 7 * (week + 1))
    return {
      // Two signatures on each day of the week before the ex-date.
      exDate: addDays(monday, 8),
      madeAt: `${addDays(monday, Math.floor(part / 2))}T${part % 2 === 0 ? '12' : '22'}:00:00.000Z`,
      symbols: symbols.slice(0, funds).filter((_symbol, fund) => fund % signaturesAWeek === part)
    }
  })
  return [first, ...later]
}

/** AAAAA, AAAAB ... */
function symbolOf(index: number): string {
  return Array.from({ length: 5 }, (_, place) => Math.floor(index / 26 ** (4 - place)) % 26)
    .map((letter) => String.fromCharCode(65 + letter))
    .join('')
}

/** The table of the site, with every estimate paid. */
function makeTable(files: Readonly<Record<string, string>>): string {
  const days = Object.entries(files).filter(([path]) => /\/\d{4}-\d{2}-\d{2}\.json$/.test(path))
  const rows = days.flatMap(([, text]) => {
    const { leaves }: Pick<RecordDay, 'leaves'> = JSON.parse(text)
    return leaves.map(toRow)
  })
  return [recordCsvColumns.join(','), ...rows].join('\r\n')
}

function toRow(leaf: RecordLeaf): string {
  const cells: Record<string, unknown> = { ...leaf, counts: 'yes', paid_ex_date: leaf.ex_date, actual: 0.5 }
  return recordCsvColumns.map((column) => cells[column] ?? '').join(',')
}
