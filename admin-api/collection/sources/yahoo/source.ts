import type { SourceDescription } from '../source.ts'

export const yahooSource: SourceDescription = {
  id: 'yahoo',
  name: 'Yahoo Finance',
  label: 'Yahoo',
  brings: 'Closes, payments, splits and option prices of all funds.',
  terms: {
    sentence: 'Yahoo’s terms cover personal use; it has no contract for this interface.',
    url: 'https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html'
  },
  needsPermission: null,
  variable: 'MARKET_DATA',
  robots: {
    treatment: 'reported',
    addresses: ['https://query2.finance.yahoo.com/v8/finance/chart/MSTY']
  },
  mostRequests: null
}
