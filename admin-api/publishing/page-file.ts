import { join } from 'node:path'

const pathForm = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:\.(?:xml|txt|ics|json|csv|png))?$/

/**
 * The file a page lives in: '/' -> index.html, '/msty' -> msty.html, '/blog/first' -> blog/first.html,
 * '/rss.xml' -> rss.xml, '/robots.txt' -> robots.txt, '/calendar/msty.ics' -> calendar/msty.ics, '/fund-index.json' -> fund-index.json,
 * '/data/msty-payments.csv' -> data/msty-payments.csv, '/og/msty.png' -> og/msty.png.
 * @throws RangeError when the path is not one of ours, so that no queue row can write outside the site.
 */
export function fileOfPage(siteDir: string, path: string): string {
  if (!pathForm.test(path))
    throw new RangeError(`page path needs the form /a-b/c, got ${JSON.stringify(path)}`)
  if (path === '/') return join(siteDir, 'index.html')
  return join(siteDir, /\.(?:xml|txt|ics|json|csv|png)$/.test(path) ? path : `${path}.html`)
}
