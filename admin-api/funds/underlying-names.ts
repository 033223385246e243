/** Common names of the stock, index or commodity behind a ticker, a second name in parentheses. */
const names: Readonly<Record<string, string>> = {
  AAPL: 'Apple',
  ABNB: 'Airbnb',
  AI: 'C3.ai',
  AMD: 'Advanced Micro Devices',
  AMZN: 'Amazon',
  ARKK: 'ARK Innovation',
  ARM: 'Arm Holdings',
  AVGO: 'Broadcom',
  BABA: 'Alibaba',
  'BRK-B': 'Berkshire Hathaway',
  'BTC-USD': 'Bitcoin',
  COIN: 'Coinbase',
  COST: 'Costco',
  CRCL: 'Circle',
  CRWV: 'CoreWeave',
  CVNA: 'Carvana',
  DIS: 'Disney',
  DKNG: 'DraftKings',
  'ETH-USD': 'Ether (Ethereum)',
  GDX: 'Gold Miners',
  GLD: 'Gold',
  GME: 'GameStop',
  GOOGL: 'Alphabet (Google)',
  HIMS: 'Hims & Hers',
  HOOD: 'Robinhood',
  INTC: 'Intel',
  IONQ: 'IonQ',
  IWM: 'Russell 2000',
  IYR: 'US Real Estate (REIT)',
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
  QBTS: 'D-Wave Quantum',
  QQQ: 'Nasdaq 100',
  RGTI: 'Rigetti Computing',
  RIOT: 'Riot Platforms',
  SILJ: 'Junior Silver Miners',
  SLV: 'Silver',
  SMCI: 'Super Micro Computer (Supermicro)',
  SNOW: 'Snowflake',
  SPCX: 'SpaceX',
  SPY: 'S&P 500',
  TSLA: 'Tesla',
  TSM: 'Taiwan Semiconductor (TSMC)',
  UBER: 'Uber',
  UNH: 'UnitedHealth',
  USO: 'Crude Oil',
  XLK: 'Technology',
  XOM: 'Exxon Mobil (ExxonMobil)',
  XYZ: 'Block (Square)',
  '^VIX': 'Volatility (VIX)'
}

/** Nicknames of funds: the spoken ticker, or the former name of the underlying. */
const nicknames: Readonly<Record<string, string>> = {
  JEPI: 'jeppy',
  JEPQ: 'jeppyq',
  MAGY: 'mag7',
  MSTY: 'misty',
  ULTY: 'ulti',
  XYZY: 'square',
  YMAG: 'mag7'
}

/** Words by which people search for a fund besides symbol and name; '' for none. */
export function nicknamesOf(symbol: string): string {
  return nicknames[symbol] ?? ''
}

/** Returns the ticker itself if no name is known. */
export function nameOfUnderlying(ticker: string): string {
  return names[ticker] ?? ticker
}
