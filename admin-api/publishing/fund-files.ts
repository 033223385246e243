import { findPresentSymbol, withFormerSymbols } from '../funds/former-symbols.db.ts'
import { findFunds } from '../funds/funds.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { AnyPage, PageKind } from './page-kind.ts'

type FundFiles<Model extends AnyPage> = Pick<PageKind, 'dependsOn' | 'followsOn'> & {
  /** Pattern of its paths, with the symbol in lower case as its group. */
  path: RegExp
  pathOf: (symbol: string) => string
  load: (db: Db, symbol: string) => Promise<Model | null>
  /** Symbols of the funds that have the file; all by default. */
  listSymbols?: (db: Db) => Promise<string[]>
}

/**
 * One file per fund, written again with its figures. Former symbols get the same file, because programs don't follow a
 * redirect page.
 */
export function kindOfFundFile<Model extends AnyPage>({
  path,
  pathOf,
  load,
  listSymbols = listAll,
  dependsOn,
  followsOn = {}
}: FundFiles<Model>): PageKind<Model> {
  return {
    path,
    list: async (db) => (await withFormerSymbols(db, new Set(await listSymbols(db)))).map(pathOf),
    load: async (db, ticker) => {
      const symbol = ticker.toUpperCase()
      return load(db, (await findPresentSymbol(db, symbol)) ?? symbol)
    },
    dependsOn: {
      figures: async ({ symbols }, trx) => (await withFormerSymbols(trx, symbols)).map(pathOf),
      declared: async ({ symbols }, trx) => (await withFormerSymbols(trx, symbols)).map(pathOf),
      funds: 'all',
      ...dependsOn
    },
    followsOn
  }
}

async function listAll(db: Db): Promise<string[]> {
  return (await findFunds(db)).map(({ symbol }) => symbol)
}
