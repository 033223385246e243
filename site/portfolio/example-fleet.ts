import type { Fleet } from './stored-fleet.ts'

/** Made up to play with: three families, a fund with a reverse split, one that changed its cadence, fractions. */
export const exampleFleet: Fleet = {
  version: 1,
  lots: [
    { id: 'example-1', symbol: 'MSTY', shares: 500, boughtOn: '2025-06-02', price: null },
    { id: 'example-2', symbol: 'MSTY', shares: 40, boughtOn: '2026-02-02', price: null },
    { id: 'example-3', symbol: 'NVDY', shares: 250, boughtOn: '2025-03-03', price: null },
    { id: 'example-4', symbol: 'XDTE', shares: 62.5, boughtOn: '2025-01-06', price: null },
    { id: 'example-5', symbol: 'YMAX', shares: 300, boughtOn: '2025-09-02', price: null }
  ],
  taxPercent: 22,
  goal: 25_000
}
