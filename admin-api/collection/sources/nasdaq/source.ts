import type { SourceDescription } from '../source.ts'

export const nasdaqSource: SourceDescription = {
  id: 'nasdaq',
  name: 'Nasdaq',
  label: 'Nasdaq',
  brings: 'Payments as a second opinion, closes while Yahoo fails, and the list of all US ETFs.',
  terms: {
    sentence: 'Nasdaq’s terms cover personal use of its website; it has no contract for this interface.',
    url: 'https://www.nasdaq.com/legal'
  },
  needsPermission: null,
  variable: 'MARKET_DATA',
  robots: { treatment: 'reported', addresses: ['https://api.nasdaq.com/api/quote/MSTY/dividends'] },
  mostRequests: null
}
