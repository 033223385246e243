import { writeLog } from '../../admin-log/admin-log.db.ts'
import { addWitness, mostWitnesses, readWitnesses, removeWitness } from '../../contract/witnesses.ts'
import { findNewestCosignatures, findWitnesses } from '../../estimates/cosignatures.db.ts'
import { findLogKey } from '../../estimates/sign-checkpoint.ts'
import { findNewestSignature } from '../../estimates/signed-record.db.ts'
import { insertRows } from '../../platform/database/rows.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { RouteParts, Routes } from '../../platform/http/route.ts'
import { parseVerifierKey, signatureKinds } from '../../signed-record/signed-note.ts'

/** Witnesses of the signed record: their addresses, keys and what they cosigned. */
export function addWitnessRoutes(
  { route }: Routes,
  { db, clock, witnessHosts }: RouteParts & { witnessHosts: readonly string[] }
): void {
  route(readWitnesses, async () => {
    const newest = await findNewestCosignatures(db)
    return {
      log_key: await findLogKey(db),
      size: (await findNewestSignature(db))?.number ?? 0,
      witnesses: (await findWitnesses(db)).map(({ name, url, verifier_key, asked_at, fault }) => {
        const cosigned = newest.find((each) => each.verifier_key === verifier_key)
        return {
          name,
          url,
          verifier_key,
          cosigned: cosigned === undefined ? null : { size: cosigned.size, at: cosigned.cosigned_at },
          asked_at,
          fault
        }
      })
    }
  })

  route(addWitness, async ({ url: typed, verifier_key }, { actor }) => {
    const url = toWitnessUrl(typed, witnessHosts)
    const key = await parseVerifierKey(verifier_key, signatureKinds.cosignature)
    if (key === null)
      throw new ApiError(
        'invalid-input',
        'This is not the verifier key of a witness. It has the form NAME+ID+KEY; copy it as the witness prints it.'
      )
    const now = clock()
    await writeTransaction(db, async (trx) => {
      const known = await findWitnesses(trx)
      if (known.some(({ name }) => name === key.name))
        throw new ApiError('conflict', `${key.name} is a witness already. Remove it first to change it.`)
      if (known.length >= mostWitnesses)
        throw new ApiError(
          'conflict',
          `At most ${mostWitnesses} witnesses are asked. Remove another one first.`
        )
      const state = { asked_at: null, fault: null, fault_kind: null, failing_since: null }
      const row = { name: key.name, url, verifier_key, added_at: now.toISOString(), ...state }
      await insertRows(trx, 'record_witness', [row])
      const message = `${key.name} is asked to cosign the signed record`
      await writeLog(trx, { category: 'SYSTEM', action: 'CREATE', message, actor }, now)
    })
    return { message: `${key.name} is asked within a minute, and after each new signature.` }
  })

  route(removeWitness, async ({ name }, { actor }) => {
    await writeTransaction(db, async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('record_witness')
        .where('name', '=', name)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new ApiError('not-found', `There is no witness ${name}.`)
      const message = `${name} is no longer asked to cosign the signed record`
      await writeLog(trx, { category: 'SYSTEM', action: 'DELETE', message, actor }, clock())
    })
    return { message: `${name} is no longer asked. What it cosigned stays published.` }
  })
}

/** Without a slash at its end. @throws ApiError for an address that is never asked */
function toWitnessUrl(typed: string, witnessHosts: readonly string[]): string {
  const url = URL.parse(typed)
  const isAddress = url !== null && url.username === '' && url.search === '' && url.hash === ''
  if (!isAddress || !/^https?:$/.test(url.protocol))
    throw new ApiError(
      'invalid-input',
      'The address must be that of the witness, such as https://witness.example, without /add-checkpoint.'
    )
  if (url.protocol === 'http:' && !witnessHosts.includes(url.host))
    throw new ApiError(
      'invalid-input',
      `Use an https address, or name ${url.host} in WITNESS_HOSTS and restart the service.`
    )
  return url.href.replace(/\/(?:add-checkpoint)?$/, '')
}
