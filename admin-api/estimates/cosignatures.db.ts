import type { Selectable } from 'kysely'
import type { RecordCosignature } from '../contract/witnesses.ts'
import type { CosignatureTable, WitnessTable } from '../platform/database/schema/estimates.ts'
import type { Db, Trx } from '../platform/database/schema.ts'

export type WitnessRow = Selectable<WitnessTable>

export async function findWitnesses(db: Db): Promise<WitnessRow[]> {
  return db.selectFrom('record_witness').selectAll().orderBy('name').execute()
}

/** All cosignatures, or those of one size of the log, oldest first. */
export async function findCosignatures(db: Db, size?: number): Promise<RecordCosignature[]> {
  const query = db.selectFrom('record_cosignature').selectAll().orderBy('size').orderBy('verifier_key')
  const rows = await (size === undefined ? query : query.where('size', '=', size)).execute()
  return rows.map(toCosignature)
}

/** The newest cosignature of each key, by name. */
export async function findNewestCosignatures(db: Db): Promise<RecordCosignature[]> {
  const rows = await db
    .selectFrom('record_cosignature as each')
    .selectAll()
    .where('size', '=', (eb) =>
      eb
        .selectFrom('record_cosignature as other')
        .select(({ fn }) => fn.max('other.size').as('size'))
        .whereRef('other.verifier_key', '=', 'each.verifier_key')
    )
    .orderBy('verifier_key')
    .execute()
  return rows.map(toCosignature)
}

function toCosignature({ verifier_key, ...row }: Selectable<CosignatureTable>): RecordCosignature {
  return { ...row, witness: verifier_key.split('+')[0] ?? '', verifier_key }
}

/** A witness cosigns the same size again after a restore, which changes nothing. */
export async function insertCosignature(trx: Trx, row: Selectable<CosignatureTable>): Promise<void> {
  await trx
    .insertInto('record_cosignature')
    .values(row)
    .onConflict((conflict) => conflict.columns(['size', 'verifier_key']).doNothing())
    .execute()
}

export async function updateWitness(
  trx: Trx,
  name: string,
  state: Pick<WitnessRow, 'asked_at' | 'fault' | 'fault_kind' | 'failing_since'>
): Promise<void> {
  await trx.updateTable('record_witness').set(state).where('name', '=', name).execute()
}
