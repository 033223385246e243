import { createEdgar, type Edgar, trusts } from '../collection/sources/edgar/edgar.ts'
import { type Reply, startYahoo } from './yahoo-server.ts'

/**
 * Headings and sentences of supplements that were filed with the SEC, in their words, by kind. The accession numbers of
 * those that were read elsewhere are made up.
 */
export const supplements = {
  /** TSLY, https://www.sec.gov/Archives/edgar/data/1924868/000199937124002143/yieldmax-497_021324.htm */
  reverseSplit: {
    accession: '0001999371-24-002143',
    filedOn: '2024-02-13',
    paragraphs: [
      'Filed pursuant to Rule 497(e)',
      'Registration Nos. 333-264478; 811-23793',
      'YieldMax TSLA Option Income Strategy ETF (TSLY)',
      'listed on NYSE Arca, Inc.',
      'February 13, 2024',
      'Supplement to the Summary Prospectus, Prospectus, and Statement of Additional Information (“SAI”) dated November 21, 2022, as last supplemented.',
      'The Board of Trustees of Tidal Trust II (“Trust”) has approved a reverse stock split of the issued and outstanding shares of the YieldMax TSLA Option Income Strategy ETF (the “Fund”). After the close of trading on the NYSE Arca, Inc. (the “NYSE Arca”), the Fund’s exchange, on February 23, 2024 (the “Effective Date”), the Fund will effect a reverse split of its issued and outstanding shares as follows:',
      'As a result of this reverse split, every two shares of the Fund will be exchanged for one share of the Fund. Shares of the Fund will begin trading on the NYSE Arca on a split-adjusted basis on February 26, 2024.'
    ]
  },
  /** TRES, https://sec.gov/Archives/edgar/data/1924868/000199937124008727/tres-497_071724.htm */
  liquidation: {
    accession: '0001999371-24-008727',
    filedOn: '2024-07-17',
    paragraphs: [
      'Filed pursuant to Rule 497(e)',
      'Defiance Treasury Alternative Yield ETF (TRES)',
      'July 17, 2024',
      'Supplement to the Summary Prospectus, Prospectus and Statement of Additional Information (“SAI”), each dated January 23, 2024, as supplemented',
      'Tidal Investments LLC (“Tidal”), the Fund’s investment adviser, informed the Board of Trustees (the “Board”) of Tidal Trust II of its view that the Fund could not conduct its business and operations in an economically efficient manner over the long term due to the Fund’s inability to attract sufficient investment assets to maintain a competitive operating structure, and recommended the Fund’s closure and liquidation to the Board. The Board determined, after considering Tidal’s recommendation, that it is in the best interests of the Fund and its shareholders to liquidate and terminate the Fund as described below.',
      'In preparation for the liquidation, shares of the Fund will cease trading on The Nasdaq Stock Market, LLC (“NASDAQ”) and will be closed to purchase by investors as of the close of regular trading on the NASDAQ on July 26, 2024 (the “Closing Date”). The Fund will not accept purchase orders after the Closing Date.',
      'However, from July 26, 2024 through July 31, 2024 (the “Liquidation Date”), shareholders may be able to sell their shares only to certain broker-dealers.'
    ]
  },
  /** QQQY, JEPY and IWMY, https://publicnow.com/view/A88CA3053AF10AFD9298F5FD90181BC1F1314238 */
  names: {
    accession: '0001999371-24-011700',
    filedOn: '2024-09-11',
    paragraphs: [
      'Filed pursuant to Rule 497(e)',
      'Defiance Nasdaq 100 Enhanced Options Income ETF (QQQY)',
      'listed on The Nasdaq Stock Market, LLC',
      'Defiance S&amp;P 500 Enhanced Options Income ETF (JEPY)',
      'Defiance R2000 Enhanced Options Income ETF (IWMY)',
      'September 11, 2024',
      'Supplement to the Prospectus and Statement of Additional Information ("SAI"), each dated September 15, 2023, and each Fund’s Summary Prospectus',
      'Effective September 26, 2024, each Fund’s name will be revised as set forth in the following table:',
      'Effective September 26, 2024, the ticker symbol for the Defiance S&amp;P 500 Enhanced Options &amp; 0DTE Income ETF will be changed from JEPY to WDTE.'
    ]
  },
  /** XYLD, https://www.sec.gov/Archives/edgar/data/1432353/000143235320000355/hspxfeetickerchangesticker.htm */
  ticker: {
    accession: '0001432353-20-000355',
    filedOn: '2020-08-06',
    paragraphs: [
      'GLOBAL X FUNDS (the “Trust”)',
      'Global X S&amp;P 500 Covered Call ETF (the "Fund")',
      'SUPPLEMENT DATED AUGUST 6, 2020 TO THE SUMMARY PROSPECTUS FOR THE ABOVE SERIES OF THE TRUST DATED MARCH 1, 2020, AS AMENDED AND SUPPLEMENTED FROM TIME TO TIME',
      'Effective August 21, 2020, the ticker of the Global X S&amp;P 500 Covered Call ETF will be changed from HSPX to XYLD.'
    ]
  },
  /** Funds of J.P. Morgan, https://www.sec.gov/Archives/edgar/data/1485894/000119312518076464/d549623d497.htm */
  frequency: {
    accession: '0001193125-18-076464',
    filedOn: '2018-03-09',
    paragraphs: [
      'J.P. MORGAN EXCHANGE-TRADED FUNDS',
      'JPMorgan U.S. Dividend ETF',
      'Supplement dated March 9, 2018 to the Prospectuses as dated above',
      'Effective immediately, the distribution policy for each Fund listed above in the third paragraph of the “Taxes on Distributions” section of such Fund’s Prospectus is revised so that going forward, the Fund will generally declare and distribute net investment income, if any, at least quarterly, instead of annually as was previously the case.'
    ]
  },
  /** No notice: MSTY may sell credit spreads, https://publicnow.com/view/B3042D837B0685A1A5D3D14E306F029345F22774 */
  strategy: {
    accession: '0001999371-24-011470',
    filedOn: '2024-09-06',
    paragraphs: [
      'Filed pursuant to Rule 497(e)',
      'YieldMaxTM MSTR Option Income Strategy ETF (MSTY)',
      'September 6, 2024',
      'Supplement to the Summary Prospectus and Prospectus, each dated February 20, 2024',
      'Effective immediately, the Fund will at times opportunistically sell a credit call spread (described below) instead of selling a call option (i.e., the standard strategy) when ZEGA Financial, LLC ("Sub-Adviser") believes doing so will be more advantageous to the Fund’s total return.',
      'Fund Monthly Distributions. In addition to the income-seeking methodologies stated in the Prospectus, the Fund’s use of the opportunistic strategy may occasionally allow it to capture a substantial portion of any significant increase in the price of its Underlying Security. When this happens, the Fund could receive profits exceeding the initial cost of the call options, and the Fund’s distributions may include some of those profits.'
    ]
  }
} as const

/** Fields of a filing in a list of submissions. */
export type Submission = { accession: string; filedOn: string; form?: string; document?: string }

/** The columns of `filings.recent`, as in https://github.com/dgunning/edgartools/blob/main/data/company_submission.json */
export function makeSubmissions(cik: number, filings: readonly Submission[]): Reply {
  const column = (value: (filing: Submission) => unknown) => filings.map(value)
  return {
    body: {
      cik: String(cik).padStart(10, '0'),
      entityType: 'other',
      name: 'A trust',
      tickers: [],
      filings: {
        recent: {
          accessionNumber: column(({ accession }) => accession),
          filingDate: column(({ filedOn }) => filedOn),
          reportDate: column(() => ''),
          acceptanceDateTime: column(({ filedOn }) => `${filedOn}T16:30:12.000Z`),
          act: column(() => '33'),
          form: column(({ form = '497' }) => form),
          fileNumber: column(() => '333-264478'),
          size: column(() => 23_456),
          isXBRL: column(() => 0),
          primaryDocument: column(({ document = 'fund-497.htm' }) => document),
          primaryDocDescription: column(() => 'SUPPLEMENT')
        },
        files: []
      }
    }
  }
}

/** A filing as EDGAR serves it: the page of a word processor, which breaks lines within paragraphs. */
export function makeDocument(paragraphs: readonly string[]): Reply {
  const body = paragraphs.map(
    (text) => `<p style="font: 10pt Times New Roman, Times, Serif">${text.replaceAll(', ', ',\n')}</p>`
  )
  const html = `<DOCUMENT>\n<TYPE>497\n<SEQUENCE>1\n<TEXT>\n<html><head><title></title></head><body>\n${body.join('\n<p>&#160;</p>\n')}</body></html>\n</TEXT></DOCUMENT>`
  return { headers: { 'content-type': 'text/html' }, body: html }
}

export type EdgarServer = {
  edgar: Edgar
  url: string
  /** Filings of a trust by its CIK, newest first; every trust has an old annual report. */
  submissions: Map<number, Submission[]>
  /** Documents by accession number without dashes; others are 404. */
  documents: Map<string, Reply>
  /** Replies instead of the right ones, by the beginning of the path. */
  faults: Map<string, Reply>
  asked: string[]
  agents: Set<string | undefined>
  close: () => Promise<void>
}

/** Starts a server with EDGAR's lists and documents; pauses pass at once. */
export async function startEdgar(): Promise<EdgarServer> {
  const submissions = new Map<number, Submission[]>()
  const documents = new Map<string, Reply>()
  const faults = new Map<string, Reply>()
  const agents = new Set<string | undefined>()
  let time = 0
  const server = await startYahoo((request) => {
    agents.add(request.headers['user-agent'])
    const path = request.url ?? ''
    const fault = [...faults].find(([start]) => path.startsWith(start))
    if (fault !== undefined) return fault[1]
    const cik = Number(/^\/submissions\/CIK(\d{10})\.json$/.exec(path)?.[1])
    if (trusts.includes(cik))
      return makeSubmissions(cik, [
        ...(submissions.get(cik) ?? []),
        { accession: '0000000000-20-000001', filedOn: '2020-01-02', form: 'N-CSR' }
      ])
    return documents.get(path.split('/')[5] ?? '') ?? 404
  })
  const edgar = createEdgar('operator@doubloon.example', {
    fetch: server.fetch,
    clock: () => new Date(time),
    sleep: async (milliseconds) => {
      time += milliseconds
    },
    random: () => 1,
    timeoutMs: 60_000
  })
  const { url, asked, close } = server
  return { edgar, url, submissions, documents, faults, asked, agents, close }
}
