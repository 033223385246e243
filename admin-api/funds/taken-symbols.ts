import type { Kysely } from 'kysely'
import { pathOfFund } from '../contract/pages.ts'
import { findFund, findPresentSymbol } from './funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { Services } from '../services.ts'

/**
 * @param owner the present symbol of a fund that may go back to one it once had
 * @throws ApiError where a fund of this symbol would have no address of its own.
 */
export async function refuseTaken(
  db: Kysely<Database>,
  symbol: string,
  { isOwnPath, owner }: Pick<Services, 'isOwnPath'> & { owner?: string | undefined }
): Promise<void> {
  const path = pathOfFund(symbol)
  if (isOwnPath(path))
    throw new ApiError('conflict', `${symbol} can't be a fund here: ${path} is another page of this site.`)
  if ((await findFund(db, symbol)) !== undefined)
    throw new ApiError('conflict', `There is a fund ${symbol} already.`)
  const present = await findPresentSymbol(db, symbol)
  if (present !== undefined && present !== owner)
    throw new ApiError(
      'conflict',
      `${symbol} was the symbol of ${present}, and its address leads on to that.`
    )
}
