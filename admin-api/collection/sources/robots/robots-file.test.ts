import { expect, test } from 'vitest'
import { allowsAddress, parseRobots } from './robots-file.ts'

const allows = (text: string, path: string) =>
  allowsAddress(parseRobots(text), `https://source.example${path}`)

const star = (...lines: string[]) => ['User-agent: *', ...lines].join('\n')

// Forms of RFC 9309, section 2.2, and of its examples.
test.each([
  ['no rule', '', '/a', true],
  ['a forbidden path', star('Disallow: /a'), '/a/b', false],
  ['another path', star('Disallow: /a'), '/b', true],
  ['everything', star('Disallow: /'), '/anything', false],
  ['an empty Disallow', star('Disallow:'), '/a', true],
  ['an empty Disallow after a rule', star('Disallow: /a', 'Disallow:'), '/a', false],
  ['Allow, which is longer', star('Disallow: /a', 'Allow: /a/b'), '/a/b/c', true],
  ['Allow, which is shorter', star('Allow: /a', 'Disallow: /a/b'), '/a/b/c', false],
  ['Allow of the same length', star('Disallow: /page', 'Allow: /page'), '/page', true],
  ['Disallow of the same length first', star('Allow: /page', 'Disallow: /page'), '/page', true],
  ['a wildcard', star('Disallow: /*/private'), '/a/private/b', false],
  ['a wildcard without a match', star('Disallow: /*/private'), '/private', true],
  ['two wildcards', star('Disallow: /a*b*c'), '/a-b-c-d', false],
  ['wildcards in another order', star('Disallow: /a*b*c'), '/a-c-b', true],
  ['an end', star('Disallow: /*.csv$'), '/data/file.csv', false],
  ['an end that is not the end', star('Disallow: /*.csv$'), '/data/file.csv?day=1', true],
  ['an end that overlaps a part', star('Disallow: /a*ab$'), '/ab', true],
  ['an exact path', star('Disallow: /a$'), '/a', false],
  ['more than an exact path', star('Disallow: /a$'), '/ab', true],
  ['a query', star('Disallow: /a?day='), '/a?day=1', false],
  ['upper and lower case of a path', star('Disallow: /A'), '/a', true],
  ['percent-encoding', star('Disallow: /%7Ea/%62'), '/~a/b', false],
  ['an encoded slash', star('Disallow: /a%2fb'), '/a/b', true],
  ['other letters', star('Disallow: /ä'), '/%C3%A4', false],
  ['a comment', star('Disallow: /a # not /b'), '/a', false],
  ['blanks and upper case of a field', 'USER-AGENT : *\n  DISALLOW:/a', '/a', false],
  ['unknown lines between', star('Sitemap: /map.xml', 'Disallow: /a', 'Host: b'), '/a', false],
  ['robots.txt itself', star('Disallow: /'), '/robots.txt', true],
  ['rules before any agent', 'Disallow: /a\nUser-agent: other\nDisallow: /b', '/a', true],
  ['a byte order mark', `\uFEFF${star('Disallow: /a')}`, '/a', false],
  ['CRLF', star('Disallow: /a', 'Allow: /a/b').replaceAll('\n', '\r\n'), '/a/c', false],
  ['CR alone', star('Disallow: /a').replaceAll('\n', '\r'), '/a', false],
  ['HTML instead of text', '<!doctype html><html><p>Disallow: /</p></html>', '/a', true]
])('%s', (_, text, path, expected) => {
  expect(allows(text, path)).toBe(expected)
})

test('a group that names the product wins over that of all, wherever it stands, and groups of one name are one', () => {
  const text = `User-agent: Doubloon/1.0
Disallow: /first

User-agent: *
Disallow: /

User-agent: other
User-agent: DOUBLOON
Disallow: /second
`
  expect(['/first', '/second', '/third'].map((path) => allows(text, path))).toEqual([false, false, true])
  const others = 'User-agent: doubloonish\nDisallow: /\n\nUser-agent: other\nDisallow: /'
  expect(allows(others, '/a')).toBe(true)
})

test('several agents share the rules that follow, and an empty group forbids nothing', () => {
  const text = 'User-agent: other\nUser-agent: doubloon\nDisallow: /a\nUser-agent: *\nDisallow: /b'
  expect(allows(text, '/a')).toBe(false)
  expect(allows(text, '/b')).toBe(true)
})

test.each([
  ['seconds', 'Crawl-delay: 10', 10],
  ['a fraction', 'Crawl-delay: 0.5', 0.5],
  ['no number', 'Crawl-delay: soon', 0],
  ['a negative number', 'Crawl-delay: -1', 0],
  ['nothing', 'Disallow: /a', 0]
])('Crawl-delay: %s', (_, line, seconds) => {
  expect(parseRobots(star(line)).delaySeconds).toBe(seconds)
})

// With backtracking, this one would not end within the age of the universe.
test('a pattern of thousands of wildcards is matched at once', () => {
  const pattern = `/${'a*'.repeat(5000)}b$`
  expect(allows(star(`Disallow: ${pattern}`), `/${'a'.repeat(20_000)}`)).toBe(true)
})

test('a file that is cut within a character is read up to there', () => {
  const rules = star('Disallow: /a', `Disallow: /${'b'.repeat(511_961)}`)
  const cut = `${rules}🏴`
  expect(cut.slice(0, 512_000).isWellFormed()).toBe(false)
  expect(allows(cut, '/a')).toBe(false)
})
