/** What people call the stock, index or commodity behind a ticker; a second name stands in brackets. */
const names: Readonly<Record<string, string>> = {
  AAPL: 'Apple',
  ABNB: 'Airbnb',
  AI: 'C3.ai',
  AMD: 'Advanced Micro Devices',
  AMZN: 'Amazon',
  ARKK: 'ARK Innovation',
  BABA: 'Alibaba',
  'BTC-USD': 'Bitcoin',
  COIN: 'Coinbase',
  CVNA: 'Carvana',
  DIS: 'Disney',
  'ETH-USD': 'Ether (Ethereum)',
  GDX: 'Gold Miners',
  GOOGL: 'Alphabet (Google)',
  IWM: 'Russell 2000',
  JPM: 'JPMorgan Chase',
  MARA: 'MARA Holdings (Marathon Digital)',
  META: 'Meta (Facebook)',
  MRNA: 'Moderna',
  MSFT: 'Microsoft',
  MSTR: 'Strategy (MicroStrategy)',
  NFLX: 'Netflix',
  NVDA: 'Nvidia',
  PLTR: 'Palantir',
  PYPL: 'PayPal',
  QQQ: 'Nasdaq 100',
  SMCI: 'Super Micro Computer (Supermicro)',
  SNOW: 'Snowflake',
  SPY: 'S&P 500',
  TSLA: 'Tesla',
  TSM: 'Taiwan Semiconductor (TSMC)',
  USO: 'Crude Oil',
  XOM: 'Exxon Mobil (ExxonMobil)',
  XYZ: 'Block (Square)'
}

/** The ticker itself where no other name is known. */
export function nameOfUnderlying(ticker: string): string {
  return names[ticker] ?? ticker
}
