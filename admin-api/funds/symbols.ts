import { pathOfFund } from '../contract/pages.ts'
import type { Db } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import { findAllSymbols, findPresentSymbol } from './former-symbols.db.ts'
import { findFund } from './funds.db.ts'

/**
 * @param owner current symbol of a fund that may return to one of its former symbols
 * @throws ApiError if the symbol is taken or its path belongs to another page
 */
export async function refuseTaken(
  db: Db,
  symbol: string,
  { isOwnPath, owner }: { isOwnPath: (path: string) => boolean; owner?: string | undefined }
): Promise<void> {
  const path = pathOfFund(symbol)
  if (isOwnPath(path))
    throw new ApiError('conflict', `${symbol} can't be a fund here: ${path} is another page of this site.`)
  if ((await findFund(db, symbol)) !== undefined) throw new ApiError('conflict', `${symbol} already exists.`)
  const present = await findPresentSymbol(db, symbol)
  if (present !== undefined && present !== owner)
    throw new ApiError(
      'conflict',
      `${symbol} is another symbol of ${present}, and its address redirects there.`
    )
}

/** Current symbols for the requested ones, each once, ascending. @throws ApiError naming unknown symbols */
export async function requirePresentSymbols(db: Db, requested: readonly string[]): Promise<string[]> {
  const presentOf = await findAllSymbols(db)
  const unknown = requested.filter((symbol) => !presentOf.has(symbol))
  if (unknown.length > 0) {
    const what = unknown.length === 1 ? 'is not one of our funds' : 'are not among our funds'
    throw new ApiError('not-found', `${unknown.join(', ')} ${what}.`)
  }
  return [...new Set(requested.map((symbol) => presentOf.get(symbol) ?? symbol))].sort()
}
