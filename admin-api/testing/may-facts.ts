import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { digestDataFolder, readDataFolder } from '../../data/read-facts.ts'
import type { Facts } from '../../data/schema.ts'
import { createEmbeddedMarketData, pickFunds } from '../collection/sources/embedded.ts'

/** The newest day in a test database. */
export const lastTestDay = '2026-05-29'

/** The content of data/, checked once for each state of its files and the code that reads them, which takes half a second. */
export function readRealFacts(): Facts {
  realFacts ??= readCachedFacts()
  return realFacts
}

let realFacts: Facts | undefined

function readCachedFacts(): Facts {
  const root = join(import.meta.dirname, '../..')
  const hash = createHash('sha256')
  for (const file of globSync('data/*.{csv,ts}', { cwd: root }).sort())
    hash.update(file).update(readFileSync(join(root, file)))
  const folder = join(root, 'node_modules/.cache/test-facts')
  const file = join(folder, hash.digest('hex').slice(0, 16))
  if (existsSync(file)) return deserialize(readFileSync(file))
  const facts = readDataFolder()
  mkdirSync(folder, { recursive: true })
  // Other processes may be creating it, too; the last one wins.
  const unfinished = `${file}.${randomUUID()}`
  writeFileSync(unfinished, serialize(facts))
  renameSync(unfinished, file)
  return facts
}

/** The funds of every test database; with more of them, each test of all funds would be slower. */
export const testFunds: ReadonlySet<string> = new Set(
  `AAPW ABNY AIYY AMDY AMZY APLY BABO COIW CONY CRSH CVNY DIPS DISO FBY FEAT FIAT FIVY GDXY GOOY GPTY
    IWMY JPMO LFGY MAGY MARO MRNY MSFO MSTY NFLY NVDW NVDY NVYY OARK PLTW PLTY PYPY QDTE QDTY QQQT QQQY
    RDTE RDTY SDTY SMCY SNOY SPYT TQQY TSLW TSLY TSMY TSYY ULTY USOY WDTE WNTR XBTY XDTE XOMO XYZY YBIT
    YBTC YETH YMAG YMAX YQQQ YSPY`.split(/\s+/)
)

/** Everything in data/ about the test funds. */
export function readTestFacts(): Facts {
  return pickFunds(readRealFacts(), testFunds)
}

/** Figures of these funds through July 8, 2026, as market data; browser tests fill their databases with it. */
export function pickJulyFacts(symbols: readonly string[]) {
  return createEmbeddedMarketData(() => readFactsThrough('2026-07-08', new Set(symbols)), digestDataFolder)
}

/**
 * Facts of funds through a fixed day, so that expected values stay true when data/ grows. All splits are included,
 * because every figure is on the share basis of the latest one. JPMO has no closes after April 4, 2025, so that one fund
 * pays without having an estimate.
 */
function readFactsThrough(day: string, symbols: ReadonlySet<string>): Facts {
  const facts = pickFunds(readRealFacts(), symbols)
  return {
    ...facts,
    dividends: facts.dividends.filter(({ ex_date }) => ex_date <= day),
    prices: facts.prices.filter(({ symbol, date }) => date <= (symbol === 'JPMO' ? '2025-04-04' : day)),
    returnOfCapital: facts.returnOfCapital.filter((row) => row.ex_date_or_year <= day),
    underlyings: facts.underlyings.filter(({ date }) => date <= day)
  }
}

/** Tests write the closes of underlyings that they need. */
const readFactsThroughMay = (symbols = testFunds): Facts => ({
  ...readFactsThrough(lastTestDay, symbols),
  underlyings: []
})

/** Test facts through May, with the digest of data/, so that a server adds nothing to a database of them. */
export const mayFacts = createEmbeddedMarketData(readFactsThroughMay, digestDataFolder)

/** The same for two funds, which are estimated and rendered quickly, for tests of real servers. */
export const fewMayFacts = createEmbeddedMarketData(
  () => readFactsThroughMay(new Set(['MSTY', 'QQQT'])),
  digestDataFolder
)
