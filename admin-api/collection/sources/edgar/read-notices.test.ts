import { expect, onTestFinished, test } from 'vitest'
import { makeDocument, startEdgar, supplements } from '../../../testing/edgar-server.ts'
import { textOfFiling } from './edgar.ts'
import { findNotices } from './read-notices.ts'

/** Names of funds as in data/funds.csv; TRES and the fund of J.P. Morgan are not ours, JEPY is WDTE today. */
const funds = [
  { symbol: 'TSLY', name: 'YieldMax TSLA Option Income Strategy ETF' },
  { symbol: 'TRES', name: 'Defiance Treasury Alternative Yield ETF' },
  { symbol: 'QQQY', name: 'Defiance Nasdaq 100 Enhanced Options & 0DTE Income ETF' },
  { symbol: 'WDTE', name: 'Defiance S&P 500 Enhanced Options & 0DTE Income ETF' },
  { symbol: 'XYLD', name: 'Global X S&P 500 Covered Call ETF' },
  { symbol: 'MSTY', name: 'YieldMax MSTR Option Income Strategy ETF' },
  { symbol: 'HIGH', name: 'Simplify Enhanced Income ETF' },
  { symbol: 'JDIV', name: 'JPMorgan U.S. Dividend ETF' },
  { symbol: 'GOOP', name: 'Kurv Yield Premium Strategy Google (GOOGL) ETF' }
]

type Sample = { accession: string; filedOn: string; paragraphs: readonly string[] }

/** Notices of a document that was fetched from EDGAR. */
async function read({ accession, filedOn, paragraphs }: Sample, form = '497') {
  const server = await startEdgar()
  onTestFinished(server.close)
  server.documents.set(accession.replaceAll('-', ''), makeDocument(paragraphs))
  const url = `https://www.sec.gov/Archives/edgar/data/1924868/${accession.replaceAll('-', '')}/fund-497.htm`
  const filing = { accession, form, filedOn, url }
  return findNotices(textOfFiling(await server.edgar.readDocument(filing)), filing, funds)
}

test('a reverse split is effective on the day on which the new shares trade', async () => {
  const notices = await read(supplements.reverseSplit)
  expect(notices).toEqual([
    {
      symbol: 'TSLY',
      kind: 'reverse-split',
      effective_on: '2024-02-26',
      sentence:
        'The Board of Trustees of Tidal Trust II (“Trust”) has approved a reverse stock split of the issued and outstanding shares of the YieldMax TSLA Option Income Strategy ETF (the “Fund”).'
    }
  ])
})

test('a liquidation is effective on the last day of trading', async () => {
  expect(await read(supplements.liquidation)).toMatchObject([
    { symbol: 'TRES', kind: 'liquidation', effective_on: '2024-07-26' }
  ])
})

test('new names and symbols are found, also for funds that the filing calls by their new name', async () => {
  expect(await read(supplements.names)).toMatchObject([
    { symbol: 'QQQY', kind: 'name-change', effective_on: '2024-09-26' },
    { symbol: 'WDTE', kind: 'name-change', effective_on: '2024-09-26' }
  ])
  expect(await read(supplements.ticker)).toMatchObject([
    { symbol: 'XYLD', kind: 'name-change', effective_on: '2020-08-21' }
  ])
})

test('a change of the distribution frequency names both frequencies; without a day the operator enters one', async () => {
  expect(await read(supplements.frequency)).toMatchObject([
    { symbol: 'JDIV', kind: 'distribution-frequency', effective_on: null }
  ])
})

test('a supplement about anything else makes no notice', async () => {
  expect(await read(supplements.strategy)).toEqual([])
})

test('a complete prospectus makes no notice, whatever its risks mention', async () => {
  const { paragraphs } = supplements.reverseSplit
  const prospectus = paragraphs.filter((text) => !text.startsWith('Supplement'))
  expect(await read({ ...supplements.reverseSplit, paragraphs: prospectus })).toEqual([])
})

// https://capedge.com/filing/1782952/0001999371-24-010468/N14
test('the registration of a reorganization names the funds that move', async () => {
  const paragraphs = [
    'As filed with the Securities and Exchange Commission on August 21, 2024',
    'FORM N-14',
    'It is proposed that this filing become effective on September 23, 2024, pursuant to Rule 488.',
    'COMBINED PROXY STATEMENT AND PROSPECTUS',
    'For the Reorganization of',
    'Kurv Yield Premium Strategy Google (GOOGL) ETF',
    'each a series of NEOS ETF Trust'
  ]
  const sample = { accession: '0001999371-24-010468', filedOn: '2024-08-21', paragraphs }
  expect(await read(sample, 'N-14')).toMatchObject([
    { symbol: 'GOOP', kind: 'reorganization', effective_on: '2024-09-23' }
  ])
  expect(await read(sample)).toEqual([])
})

test('a word like HIGH names no fund, and a longer name is another fund', async () => {
  const paragraphs = [
    'Supplement to the Prospectus',
    'The NASDAQ 100 HIGH index.',
    'YieldMax Short TSLA Option Income Strategy ETF will effect a reverse split.'
  ]
  const notices = await read({ ...supplements.reverseSplit, paragraphs })
  expect(notices).toEqual([])
})

test.each(['January 3, 1900', 'January 3, 2999', 'February 30, 2024'])(
  '%s is no effective day',
  async (day) => {
    const paragraphs = [
      'Supplement to the Prospectus',
      `On ${day}, the fund (TSLY) will effect a reverse split.`
    ]
    expect(await read({ ...supplements.reverseSplit, paragraphs })).toMatchObject([{ effective_on: null }])
  }
)

test('a sentence of any length is read in time that grows with its length', () => {
  const beginning = 'Supplement dated June 1, 2026 to the Prospectus of (TSLY).\n'
  for (const words of ['distributions weekly ', 'ticker ', 'ticker is ', 'names will ', 'distribut ']) {
    const text = beginning + words.repeat(500_000 / words.length)
    const filing = { form: '497', filedOn: '2026-06-01' }
    expect(findNotices(text, filing, funds), words).toEqual([])
  }
})
