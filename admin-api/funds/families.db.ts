import type { FamilyFact } from '../../data/schema.ts'
import type { Family } from '../contract/admin-families.ts'
import type { FamilyTraits } from '../market-days/types.ts'
import type { Db } from '../platform/database/schema.ts'

/** All families in display order. */
export async function findFamilies(db: Db): Promise<Family[]> {
  const rows = await db.selectFrom('family').selectAll().orderBy('place').orderBy('id').execute()
  return rows.map(({ place, written_by, ...row }) => ({
    ...row,
    rules: row.rules.split(' ').filter((rule) => rule !== ''),
    skips_bank_holidays: row.skips_bank_holidays === 1
  }))
}

/** Traits of each family for the estimator and the calendar, by id. */
export async function findFamilyTraits(db: Db): Promise<Map<string, FamilyTraits>> {
  return new Map((await findFamilies(db)).map((family) => [family.id, traitsOf(family)]))
}

export function traitsOf(family: Omit<Family, 'id' | 'name' | 'about'>): FamilyTraits {
  return {
    rules: family.rules,
    setting: family.setting,
    paysWeekly: family.frequency === 'weekly',
    topRate: family.top_rate,
    payLag: family.pay_lag,
    priceLag: family.price_lag,
    dates: {
      exClosed: family.ex_closed,
      announcementClosed: family.announcement_closed,
      paymentSlips: family.payment_slips,
      skipsBankHolidays: family.skips_bank_holidays
    }
  }
}

type WrittenFamily = { family: Family; place: number; written_by: 'data' | 'operator' }

/** Adds a family or replaces it. */
export async function writeFamily(db: Db, { family, place, written_by }: WrittenFamily): Promise<void> {
  const { id, rules, skips_bank_holidays, ...fields } = family
  const row = {
    ...fields,
    rules: rules.join(' '),
    skips_bank_holidays: skips_bank_holidays ? (1 as const) : (0 as const),
    place,
    written_by
  }
  await db
    .insertInto('family')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Writes the families of data/, except those that the operator wrote. @returns whether any of them changed */
export async function writeFamilyFacts(db: Db, facts: readonly FamilyFact[]): Promise<boolean> {
  const own = await db.selectFrom('family').select('id').where('written_by', '=', 'operator').execute()
  const written = new Set(own.map(({ id }) => id))
  const before = JSON.stringify(await findFamilies(db))
  for (const [index, { family: id, ...fields }] of facts.entries())
    if (!written.has(id))
      await writeFamily(db, { family: { id, ...fields }, place: index, written_by: 'data' })
  return JSON.stringify(await findFamilies(db)) !== before
}
