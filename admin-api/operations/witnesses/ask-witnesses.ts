import {
  findCosignatures,
  findNewestCosignatures,
  findWitnesses,
  insertCosignature,
  updateWitness,
  type WitnessRow
} from '../../estimates/cosignatures.db.ts'
import type { Job, RunJob } from '../../estimates/job.ts'
import { findLog, signCheckpoint } from '../../estimates/sign-checkpoint.ts'
import { findNewestSignature } from '../../estimates/signed-record.db.ts'
import { singleFlight, type WorkParts } from '../../platform/background.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { postToPublic, RequestError } from '../../platform/http/public-request.ts'
import type { QueueChange } from '../../publishing/page-kind.ts'
import { type LogCheckpoint, parseCheckpoint } from '../../signed-record/checkpoint.ts'
import { findCosignature } from '../../signed-record/cosignature.ts'
import { parseVerifierKey, signatureKinds, toBase64 } from '../../signed-record/signed-note.ts'
import { fromBase64 } from '../../signed-record/verify-signature.ts'
import { formatSubmission } from '../../signed-record/witness.ts'

const maxBytes = 16_384
const retryAfterMs = 15 * 60_000
/** Clocks of witnesses may differ by this much from ours. */
const clockToleranceMs = 60 * 60_000

export type WitnessParts = WorkParts & {
  runJob: RunJob
  queueChange: QueueChange
  /** WITNESS_HOSTS. */
  witnessHosts: readonly string[]
}

/** The present checkpoint, with proofs of its growth from these sizes, in base64. */
export const prepareSubmission: Job<
  readonly number[],
  { note: string; proofs: Readonly<Record<number, readonly string[]>> } | null
> = {
  name: 'prepare-submission',
  turn: 'beside',
  run: async ({ db }, sizes) => {
    const log = await findLog(db)
    const note = await signCheckpoint(db, log)
    if (note === null) return null
    const proofs: Record<number, string[]> = {}
    for (const size of sizes.filter((each) => each <= log.tree.size))
      proofs[size] = (await log.tree.proveGrowth(size, log.tree.size)).map(toBase64)
    return { note, proofs }
  }
}

/** Witnesses of the signed record, which publishing never waits for. */
export type Witnesses = {
  /** Asks those that have not cosigned the newest signature. Never throws. */
  askDue: () => Promise<void>
  stop: () => Promise<void>
}

export function createWitnesses(parts: WitnessParts): Witnesses {
  const { db, clock, log } = parts
  const stopping = new AbortController()
  const asking = singleFlight(async () => {
    try {
      const witnesses = await findWitnesses(db)
      if (witnesses.length === 0) return
      const size = (await findNewestSignature(db))?.number ?? 0
      const newest = await findNewestCosignatures(db)
      for (const witness of witnesses) {
        const seen = newest.find(({ verifier_key }) => verifier_key === witness.verifier_key)?.size ?? 0
        if (seen >= size || !isDue(witness, clock())) continue
        const outcome = await askWitness(parts, witness, seen, stopping.signal)
        // The next process asks again.
        if (stopping.signal.aborted) return
        await store(parts, witness, outcome)
      }
    } catch (error) {
      log.error({ err: error }, 'the witnesses could not be asked')
    }
  })
  return {
    askDue: asking.run,
    stop: async () => {
      stopping.abort()
      await asking.whenIdle()
    }
  }
}

function isDue({ fault, asked_at }: WitnessRow, now: Date): boolean {
  return fault === null || asked_at === null || Math.abs(now.getTime() - Date.parse(asked_at)) >= retryAfterMs
}

type Cosigned = { checkpoint: LogCheckpoint; line: string; at: string }

/** `refused`: the witness has seen another log, which is never a failure of the network. */
type Failed = { kind: 'failed' | 'refused'; fault: string }

/** @param seen signatures that it has cosigned, as far as we know */
async function askWitness(
  { runJob, witnessHosts, clock }: WitnessParts,
  { name, url, verifier_key }: WitnessRow,
  seen: number,
  signal: AbortSignal
): Promise<Cosigned | Failed> {
  const failed = (fault: string): Failed => ({ kind: 'failed', fault: `${name} ${fault}.` })
  const refused = (fault: string): Failed => ({
    kind: 'refused',
    fault: `${name} refuses to cosign: ${fault}.`
  })
  const key = await parseVerifierKey(verifier_key, signatureKinds.cosignature)
  if (key === null) return failed('has a damaged verifier key: remove it and add it again')
  try {
    let from = seen
    for (const isRepeated of [false, true]) {
      const submission = await runJob(prepareSubmission, [from])
      if (submission === null) return failed('was not asked, because nothing is signed')
      const { note, proofs } = submission
      const checkpoint = parseCheckpoint(note)
      const proof = proofs[from]?.map((node) => fromBase64(node))
      if (proof === undefined)
        return refused(
          `it has seen ${from} signatures, and this record has ${checkpoint.size}. An older backup may have been restored`
        )
      const { status, body } = await postToPublic(new URL(`${url}/add-checkpoint`), {
        body: formatSubmission(from, proof, note),
        maxBytes,
        trustedHosts: witnessHosts,
        signal
      })
      if (status === 409) {
        const known = /^(0|[1-9]\d{0,8})\n?$/.exec(body)?.[1]
        if (known === undefined) return failed('answered 409 without the size that it has seen')
        if (Number(known) === from)
          return refused(`it has seen another log of ${known} signatures, so this record was rewritten`)
        if (isRepeated) return failed(`has seen ${known} signatures, and then again another number`)
        from = Number(known)
        continue
      }
      if (status === 422)
        return refused(
          `this log does not continue the ${from} signatures that it has seen, so it was rewritten`
        )
      if (status !== 200) return failed(describeStatus(status))
      const lines = body.split('\n').filter((line) => line !== '')
      const cosignature = await findCosignature(lines, checkpoint, key).catch(() => null)
      if (cosignature === null) return failed('answered without a valid cosignature by its verifier key')
      if (Math.abs(Date.parse(cosignature.at) - clock().getTime()) > clockToleranceMs)
        return failed(`says that it is ${cosignature.at}: its clock or ours is wrong`)
      return { checkpoint, ...cosignature }
    }
    return failed('could not be asked')
  } catch (error) {
    if (error instanceof RequestError) return failed(error.message)
    throw error
  }
}

function describeStatus(status: number): string {
  if (status === 404)
    return 'does not know this log (404): check its address, and give its operator the verifier key of the log'
  if (status === 403)
    return 'does not trust the key of this log (403): give its operator the present verifier key'
  return status >= 300 && status < 400
    ? `redirects to another address (${status}): enter that one`
    : `answered with an error (${status})`
}

async function store(
  { db, clock, log, queueChange }: WitnessParts,
  { name, verifier_key, failing_since }: WitnessRow,
  outcome: Cosigned | Failed
): Promise<void> {
  const now = clock()
  const asked_at = now.toISOString()
  if ('fault' in outcome) log.warn({ witness: name }, outcome.fault)
  await writeTransaction(db, async (trx) => {
    if ('fault' in outcome)
      return updateWitness(trx, name, {
        asked_at,
        fault: outcome.fault,
        fault_kind: outcome.kind,
        failing_since: failing_since ?? asked_at
      })
    const { checkpoint, line, at } = outcome
    await updateWitness(trx, name, { asked_at, fault: null, fault_kind: null, failing_since: null })
    // Somebody may have restored a backup in the meantime.
    if ((await findCosignatures(trx, checkpoint.size)).some((each) => each.verifier_key === verifier_key))
      return
    const { size, root } = checkpoint
    await insertCosignature(trx, { size, verifier_key, cosigned_at: at, root, line })
    await queueChange(trx, { kind: 'cosigned' }, now)
  })
}
