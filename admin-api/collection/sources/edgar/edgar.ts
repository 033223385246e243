import { Parser } from 'htmlparser2'
import * as z from 'zod'
import { isDay } from '../../../contract/days.ts'
import type { IsoDay } from '../../../market-days/types.ts'
import { MarketDataError } from '../market-data.ts'
import {
  createRateLimitedFetch,
  type FetchParts,
  liveFetchParts,
  RequestFailure
} from '../rate-limited-fetch.ts'

/**
 * Numbers (CIK) of the trusts that issue our funds at the SEC. Each was read in two public places, one of them a filing of
 * the trust. iShares and Invesco are left out, whose supplements are mostly about other funds, as are trusts with one of
 * our funds and no filing at hand.
 */
export const trusts: readonly number[] = [
  1924868, // Tidal Trust II: YieldMax, Defiance
  1976517, // Roundhill ETF Trust
  1689873, // GraniteShares ETF Trust
  1848758, // NEOS ETF Trust
  1485894, // J.P. Morgan Exchange-Traded Fund Trust
  1432353, // Global X Funds
  1479026, // Goldman Sachs ETF Trust
  1633061, // Amplify ETF Trust
  1771146, // ETF Opportunities Trust: REX
  2043954, // REX ETF Trust
  1782952, // Kurv ETF Trust
  1810747 // Simplify Exchange Traded Funds
]

/** 497: supplements of a prospectus, among others. N-14: a reorganization. */
const watchedForms: readonly string[] = ['497', 'N-14']

export type Filing = { accession: string; form: string; filedOn: IsoDay; url: string }

/** Filings with the SEC. Functions throw MarketDataError, whose message is a sentence for the operator. */
export type Edgar = {
  /** Supplements and reorganizations of a trust that were filed from `since` to `today`, oldest first. */
  listFilings: (cik: number, span: { since: IsoDay; today: IsoDay }) => Promise<Filing[]>
  /** The beginning of a filing's document, as HTML; textOfFiling() makes it readable. */
  readDocument: (filing: Filing) => Promise<string>
}

/** Columns of equal length, newest filing first: https://www.sec.gov/search-filings/edgar-application-programming-interfaces */
const Submissions = z.object({
  cik: z.union([z.string(), z.number()]),
  filings: z.object({
    recent: z
      .object({
        accessionNumber: z.array(z.string().regex(/^\d{10}-\d{2}-\d{6}$/)),
        filingDate: z.array(z.string().refine(isDay)),
        form: z.array(z.string()),
        primaryDocument: z.array(z.string().regex(/^[\w./-]*$/))
      })
      .refine(
        ({ accessionNumber: { length }, ...columns }) =>
          length > 0 && Object.values(columns).every((column) => column.length === length)
      )
  })
})

/** @param contact mail address of the operator, which the SEC requires in the User-Agent */
export function createEdgar(contact: string, given: Partial<FetchParts> = {}): Edgar {
  const request = createRateLimitedFetch({ ...liveFetchParts, ...given })

  /** @throws MarketDataError */
  async function fetchFrom<Result>(
    url: string,
    type: RegExp,
    read: (response: Response) => Promise<Result>
  ): Promise<Result> {
    try {
      const response = await request(url, { headers: { 'user-agent': `Doubloon ${contact}` } })
      if (!type.test(response.headers.get('content-type') ?? ''))
        throw new RequestFailure('sent another type of document than it announces')
      return await read(response)
    } catch (cause) {
      if (!(cause instanceof RequestFailure))
        throw new MarketDataError(`EDGAR sent an unreadable response (${url}).`, { cause })
      const { message, status = 0, isUnreachable } = cause
      throw new MarketDataError(`EDGAR ${message} (${url}).`, {
        cause,
        // The SEC answers 403 to an address that sends too many requests.
        isUnreachable: isUnreachable || status === 403 || status === 429 || status >= 500
      })
    }
  }

  return {
    listFilings: (cik, { since, today }) =>
      fetchFrom(
        `https://data.sec.gov/submissions/CIK${String(cik).padStart(10, '0')}.json`,
        /json/,
        async (response) => {
          const parsed = Submissions.safeParse(await response.json())
          if (!parsed.success || Number(parsed.data.cik) !== cik)
            throw new RequestFailure('sent an unknown format')
          const { accessionNumber, filingDate, form, primaryDocument } = parsed.data.filings.recent
          if (filingDate.some((day) => day > today || day < '1993'))
            throw new RequestFailure('reports a filing on a day that is not possible')
          return accessionNumber
            .map((accession, i) => ({
              accession,
              form: form[i] ?? '',
              filedOn: filingDate[i] ?? '',
              url: `https://www.sec.gov/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}/${primaryDocument[i]}`
            }))
            .filter((filing) => filing.filedOn >= since && watchedForms.includes(filing.form))
            .reverse()
        }
      ),
    readDocument: ({ url }) =>
      fetchFrom(url, /^text\/(?:html|plain)/, async (response) =>
        (await response.text()).slice(0, longestDocument)
      )
  }
}

/** Supplements are far shorter; a longer document says at its beginning what it is about. */
const longestDocument = 500_000
const inlineTags = /^(?:a|b|big|em|font|i|s|small|span|strong|sub|sup|u|ix:.*)$/

/** The text of a document, a line for each paragraph and table cell. */
export function textOfFiling(html: string): string {
  let text = ''
  const addBreak = (tag: string) => {
    if (!inlineTags.test(tag)) text += '\n'
  }
  const parser = new Parser({
    onopentagname: addBreak,
    onclosetag: addBreak,
    ontext: (part) => {
      text += part.replaceAll(/\s+/g, ' ')
    }
  })
  parser.end(html)
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}
