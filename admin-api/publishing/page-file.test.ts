import { expect, test } from 'vitest'
import { fileOfPage } from './page-file.ts'

test('a page lives in the file a static host looks for', () => {
  expect(fileOfPage('/site', '/')).toBe('/site/index.html')
  expect(fileOfPage('/site', '/msty')).toBe('/site/msty.html')
  expect(fileOfPage('/site', '/blog/first-post')).toBe('/site/blog/first-post.html')
  expect(fileOfPage('/site', '/blog/page/2')).toBe('/site/blog/page/2.html')
  expect(fileOfPage('/site', '/rss.xml')).toBe('/site/rss.xml')
  expect(fileOfPage('/site', '/sitemap.xml')).toBe('/site/sitemap.xml')
  expect(fileOfPage('/site', '/calendar/msty.ics')).toBe('/site/calendar/msty.ics')
  expect(fileOfPage('/site', '/fund-index.json')).toBe('/site/fund-index.json')
  expect(fileOfPage('/site', '/data/msty-payments.csv')).toBe('/site/data/msty-payments.csv')
  expect(fileOfPage('/site', '/og/week/2026-07-02.png')).toBe('/site/og/week/2026-07-02.png')
  expect(fileOfPage('/site', '/robots.txt')).toBe('/site/robots.txt')
})

test.each(['', 'msty', '/../etc/passwd', '/a/../b', '/a//b', '/MSTY', '/msty/', '/a.html', '/a\0b'])(
  'a path that is not of our making is refused: %j',
  (path) => {
    expect(() => fileOfPage('/site', path)).toThrow(RangeError)
  }
)
