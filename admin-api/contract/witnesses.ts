import * as z from 'zod/mini'
import { described, list, number, text } from './described.ts'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { trimmedText } from './fields.ts'
import { hash, instant, parseFile, recordFileFields } from './signed-record.ts'

/* Witnesses outside of this site that cosign the log of the signed record (c2sp.org/tlog-witness). */

/** Cosignatures of witnesses. */
export const recordCosignaturesPath = '/data/record/cosignatures.json'

/** The whole list is asked after each signature. */
export const mostWitnesses = 8

export const RecordCosignature = z.object({
  size: number('Number of signatures of the log that the witness saw'),
  root: hash('Root of the log of that size'),
  witness: text('Name of the witness'),
  verifier_key: text('Its verifier key, NAME+ID+KEY as in c2sp.org/signed-note'),
  cosigned_at: instant('UTC, by the clock of the witness'),
  line: text('Signature line of a note, as in c2sp.org/tlog-cosignature')
})
export type RecordCosignature = z.infer<typeof RecordCosignature>

export const RecordCosignatures = z.object({
  log_key: described(z.nullable(z.string()), 'Verifier key of the log; null before the first signature'),
  cosignatures: list(RecordCosignature, 'All cosignatures, oldest first'),
  ...recordFileFields
})
export type RecordCosignatures = z.infer<typeof RecordCosignatures>

const CosignatureList = z.object({ cosignatures: z.array(RecordCosignature) })

/** @throws RecordFileError */
export function parseCosignatures(file: string): RecordCosignature[] {
  return parseFile(CosignatureList, file).cosignatures
}

export const readRecordCosignatures = defineEndpoint('public', 'GET', recordCosignaturesPath, {
  output: RecordCosignatures
})

const WitnessState = z.object({
  name: z.string(),
  url: z.string(),
  verifier_key: z.string(),
  /** Signatures that it has cosigned, and when; null before the first time. */
  cosigned: z.nullable(z.object({ size: z.number(), at: z.string() })),
  /** When it was last asked; null: not yet. */
  asked_at: z.nullable(z.string()),
  /** Why the last request failed, a sentence; null if it didn't. */
  fault: z.nullable(z.string())
})
export type WitnessState = z.infer<typeof WitnessState>

export const readWitnesses = defineEndpoint('admin', 'GET', '/api/admin/system/witnesses', {
  output: z.object({
    /** Verifier key of the log, for operators of witnesses; null before the first signature. */
    log_key: z.nullable(z.string()),
    /** Signatures of the log. */
    size: z.number(),
    witnesses: z.array(WitnessState)
  })
})

export const addWitness = defineAction('POST', '/api/admin/system/witnesses', {
  url: trimmedText('url', 8, 300),
  verifier_key: trimmedText('verifier_key', 50, 300)
})

export const removeWitness = defineAction('DELETE', '/api/admin/system/witnesses', {
  name: trimmedText('name', 1, 200)
})
