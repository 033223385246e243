import type { Kysely } from 'kysely'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Database } from '../platform/database/schema.ts'

const key = 'home-funds'

/** The most held funds of the field and the best known of each kind, until the operator chooses others. */
const usual = 'JEPI JEPQ SPYI QQQI QYLD MSTY ULTY YMAX NVDY TSLY CONY XDTE QDTE'

/** Symbols of the funds that the home page lists first, in its order. Some may have been renamed or removed. */
export async function findHomeFunds(db: Kysely<Database>): Promise<string[]> {
  return split((await readMeta(db, key)) ?? usual)
}

/**
 * Stores the operator's choice.
 * @param symbols in the order of the page; an empty list restores the usual one
 */
export async function writeHomeFunds(db: Kysely<Database>, symbols: readonly string[]): Promise<void> {
  await writeMeta(db, key, symbols.length === 0 ? usual : symbols.join(' '))
}

function split(text: string): string[] {
  return text.split(' ').filter((symbol) => symbol !== '')
}
