import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toSignature } from '../../estimates/sign-estimates.ts'
import { findUnanchored, type SignatureRow } from '../../estimates/signed-record.db.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import { insertRows } from '../../platform/database/rows.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import type { QueueChange } from '../../publishing/page-kind.ts'
import { textOfStatement } from '../../signed-record/verify-signature.ts'
import { runCommand } from './run-command.ts'

/** A receipt is published; those of OpenTimestamps have up to 4 kB. */
const maxReceiptBytes = 16_384

/** `command`: ANCHOR_COMMAND, or null. `queueChange` publishes a receipt. */
export type Anchoring = { command: string | null; queueChange: QueueChange }

/**
 * Passes the last signature of the newest finished New York day to a witness, by ANCHOR_COMMAND, and stores the receipt.
 * It stands for all earlier days, too, because signatures are chained.
 * @returns why the command failed, for an operator; null if it succeeded or there is none; undefined if no day waits
 */
export async function anchorRecord(
  db: Db,
  { command, queueChange, now, signal }: Anchoring & { now: Date; signal: AbortSignal }
): Promise<{ fault: string; output: string } | null | undefined> {
  if (command === null) return null
  const signature = await findUnanchored(db, toNewYorkTime(now).day)
  if (signature === undefined) return undefined
  const { fault, output, ...receipt } = await requestReceipt(command, signature, signal)
  if (fault !== null)
    return { fault: `ANCHOR_COMMAND failed for the signed record of ${signature.day}: ${fault}`, output }
  await writeTransaction(db, async (trx) => {
    const anchor = { number: signature.number, anchored_at: now.toISOString(), ...receipt }
    await insertRows(trx, 'record_anchor', [anchor])
    await queueChange(trx, { kind: 'record', scored: [] }, now)
  })
  return null
}

/** The receipt is the file that the command writes next to its own, otherwise what it prints; errors are not published. */
async function requestReceipt(command: string, row: SignatureRow, signal: AbortSignal) {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-anchor-'))
  try {
    const name = `doubloon-${row.day}.json`
    const path = join(folder, name)
    // Its SHA-256 is the published hash.
    await writeFile(path, textOfStatement(await toSignature(row)))
    const { fault, output, printed } = await runCommand(command, path, { signal, input: `${row.root}\n` })
    const written = (await readdir(folder)).find((other) => other !== name)
    const bytes = written === undefined ? Buffer.from(printed) : await readFile(join(folder, written))
    const tooLong =
      bytes.length > maxReceiptBytes ? `its receipt has more than ${maxReceiptBytes} bytes.` : null
    return { fault: fault ?? tooLong, output, receipt: bytes.toString('base64'), file: written ?? '' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
