import type { Reply } from './yahoo-server.ts'

export type Notice = { symbol: string; exDate: string; payDate: string; amount: string }

const html = { 'content-type': 'text/html; charset=utf-8' }

/** A page of Cboe's dividend notices; without any, it has no table. */
export function makeCboeNotice(notices: readonly Notice[]): Reply {
  const rows = notices.map(
    ({ symbol, exDate, payDate, amount }) =>
      `<tr><td>${symbol}</td><td>A fund</td><td>${exDate}</td><td>${exDate}</td><td>${payDate}</td><td>${amount}</td><td>Weekly</td><td>Cash Dividend</td></tr>`
  )
  const table = `<table><thead><tr><th>Symbol</th><th>Name</th><th>Ex-Date</th><th>Record Date</th><th>Payable Date</th><th>Distribution Amount</th><th>Frequency</th><th>Distribution Type</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
  const body = `<!doctype html>\n<html><body><h1>Dividend Notification</h1>${rows.length === 0 ? '' : table}</body></html>`
  return { headers: html, body }
}

/** The newswire's list of releases. */
export function makeReleaseList(paths: readonly string[]): Reply {
  const links = paths.map((path) => `<li><a href="${path}">A release</a></li>`)
  return { headers: html, body: `<!doctype html>\n<html><body><ul>${links.join('\n')}</ul></body></html>` }
}

/** A release with the headings of October 2025; `days` are above the table. Rows: ticker, amount, return of capital. */
export function makeRelease(
  days: { ex: string; pay: string; publishedAt?: string },
  rows: readonly (readonly [ticker: string, amount: string, returnOfCapital: string])[]
): Reply {
  const headings = `<tr><td><strong>ETF Ticker<sup>1</sup></strong></td><td>ETF Name</td><td>Distribution<br>Frequency</td><td>Distribution<br>per Share</td><td>Distribution Rate<sup>2,4</sup></td><td>30-Day<br>SEC Yield<sup>3</sup></td><td>ROC<sup>5</sup></td></tr>`
  const cells = rows.map(
    ([ticker, amount, roc]) =>
      `<tr><td>${ticker}</td><td>YieldMax&#174; Option Income<br>Strategy ETF</td><td>Weekly</td><td>${amount}</td><td>60.93%</td><td>2.56%</td><td>${roc}</td></tr>`
  )
  const published =
    days.publishedAt === undefined
      ? ''
      : `<span class="article-published"><time datetime="${days.publishedAt}">Published</time></span>`
  return {
    headers: html,
    body: `<!doctype html>\n<html><body>${published}<table class="layout"><tr><td><p>Group 2 Distribution Announcement<br>Ex. &amp; Record Date: ${days.ex}<br>Payment Date: ${days.pay}</p><table>${headings}${cells.join('\n')}</table></td></tr></table></body></html>`
  }
}
