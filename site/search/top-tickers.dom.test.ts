import { afterEach, expect, test, vi } from 'vitest'

/** A new copy, which has requested nothing yet. */
async function loadTopTickers() {
  vi.resetModules()
  return import('./top-tickers.ts')
}

const shown = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent)

afterEach(() => vi.useRealTimers())

test('popular searches replace the suggestions at once and are requested every 30 seconds despite slow answers', async () => {
  const { startTopTickers } = await loadTopTickers()
  vi.useFakeTimers()
  const startedAt = Date.now()
  const seconds: number[] = []
  vi.stubGlobal('fetch', async () => {
    seconds.push(Math.round((Date.now() - startedAt) / 1000))
    await new Promise((resolve) => setTimeout(resolve, 2000))
    return Response.json({ tickers: ['ULTY', 'YMAX', 'NVDY', 'TSLY'] })
  })
  Element.prototype.checkVisibility = () => true
  document.body.innerHTML =
    '<p data-top-tickers-title="Popular searches">Try one of these</p><div data-top-tickers>' +
    '<button hidden></button><button>MSTY</button><button>TSLY</button><button>CONY</button></div>' +
    '<ol data-top-tickers><li hidden><a href="/">ticker</a></li></ol>'
  startTopTickers()
  // The code that sends requests loads with the first one.
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(95_000)
  expect(seconds).toEqual([0, 30, 60, 90])
  expect(shown('button:not([hidden])')).toEqual(['ULTY', 'YMAX', 'NVDY'])
  expect(shown('[data-top-tickers-title]')).toEqual(['Popular searches'])
  expect(document.querySelector('li:not([hidden]) > a')?.getAttribute('href')).toBe('/ulty')
  expect(shown('li')).toEqual(['ticker', 'ULTY', 'YMAX', 'NVDY'])
})

test('suggestions fill the places that no search has taken', async () => {
  const { startTopTickers, topTickers } = await loadTopTickers()
  vi.stubGlobal('fetch', async () => Response.json({ tickers: ['TSLY'] }))
  Element.prototype.checkVisibility = () => true
  document.body.innerHTML =
    '<p data-top-tickers-title="Popular searches">Try one of these</p><div data-top-tickers>' +
    '<button hidden></button><button>\n MSTY\n</button><button>TSLY</button><button>CONY</button></div>'
  startTopTickers()
  await topTickers('all').refetch()
  expect(shown('button:not([hidden])')).toEqual(['TSLY', 'MSTY', 'CONY'])
  expect(shown('[data-top-tickers-title]')).toEqual(['Try one of these'])
})
