import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'

const key = 'home-funds'

/** The most widely held funds and the best known of each kind, until the operator chooses others. */
const defaultFunds = 'JEPI JEPQ SPYI QQQI QYLD MSTY ULTY YMAX NVDY TSLY CONY XDTE QDTE'

/** Symbols of the funds that the home page lists first, in its order. Some may have been renamed or removed. */
export async function findHomeFunds(db: Db): Promise<string[]> {
  return split((await readMeta(db, key)) ?? defaultFunds)
}

/**
 * Stores the operator's choice.
 * @param symbols in the order of the page; an empty list restores the default
 */
export async function writeHomeFunds(db: Db, symbols: readonly string[]): Promise<void> {
  await writeMeta(db, key, symbols.length === 0 ? defaultFunds : symbols.join(' '))
}

export async function renameHomeFund(db: Db, from: string, to: string): Promise<void> {
  const symbols = await findHomeFunds(db)
  if (symbols.includes(from)) await writeHomeFunds(db, symbols.with(symbols.indexOf(from), to))
}

function split(text: string): string[] {
  return text.split(' ').filter((symbol) => symbol !== '')
}
