import type { Actor } from '../../admin-log/admin-log.db.ts'
import type { NewFund } from '../../funds/funds.db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Services } from '../../services.ts'
import { refuseTaken } from '../../funds/taken-symbols.ts'

const embeddedOnly =
  'A new fund can only be added while market data is live: the embedded figures hold no others. Please start the service with MARKET_DATA=yahoo.'

/** Adds a fund with all that its source reports of it; what fails leaves nothing behind. @returns one sentence. */
export async function addFund(services: Services, fund: NewFund, actor: Actor): Promise<string> {
  const { db, collector, market } = services
  const { symbol } = fund
  await refuseTaken(db, symbol, services)
  if (!market.isLive) throw new ApiError('conflict', embeddedOnly)
  const { closes, payments, heldBack, noEstimate } = await collector.collectNew(fund, actor)
  const held = heldBack === 0 ? '' : ` ${heldBack} payments look odd and wait in Manual Entries.`
  return `${symbol} was added with ${closes} closes and ${payments} payments.${held}${noEstimate === null ? '' : ` ${noEstimate}`}`
}
