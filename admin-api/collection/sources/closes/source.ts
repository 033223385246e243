import type { SourceDescription } from '../source.ts'
import { yahooSource } from '../yahoo/source.ts'

/** Yahoo's closes of symbols that visitors hold and no fund has. Symbols of visitors leave the service only through it. */
export const closesSource: SourceDescription = {
  id: 'closes',
  name: 'Closes for holders',
  label: 'Closes for holders',
  brings: 'Yahoo’s last closes of other US holdings in My Fleet, for visitors who ask for them.',
  terms: yahooSource.terms,
  needsPermission: 'Yahoo’s terms cover personal use, and visitors would get its figures.',
  variable: 'MARKET_DATA',
  robots: {
    treatment: 'reported',
    addresses: ['https://query1.finance.yahoo.com/v7/finance/spark?symbols=SCHD']
  },
  mostRequests: 200
}
