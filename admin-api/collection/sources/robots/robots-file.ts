/** Rules of a robots.txt for one agent. `delaySeconds`: pause between requests that it asks for; 0 without one. */
export type RobotsRules = { rules: readonly Rule[]; delaySeconds: number }

type Rule = { path: string; allows: boolean }

/** Name under which requests introduce themselves. */
const robotsAgent = 'doubloon'

/** Longer files are read up to here, as RFC 9309 allows. */
const longestFile = 512_000

/**
 * Rules of a robots.txt for this product: of all groups that name it, otherwise of the groups for '*'. Lines that are no
 * rule are skipped, so a page in HTML has none. RFC 9309; Crawl-delay isn't part of it, but sites use it.
 */
export function parseRobots(text: string, agent: string = robotsAgent): RobotsRules {
  const groups = new Map<string, { rules: Rule[]; delaySeconds: number }>()
  let agents: string[] = []
  let isInAgents = false
  for (const line of text
    .slice(0, longestFile)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)) {
    const [, field = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const name = field.toLowerCase()
    const text = value.trim()
    if (name === 'user-agent') {
      if (!isInAgents) agents = []
      isInAgents = true
      agents.push(tokenOf(text))
      continue
    }
    if (!['allow', 'disallow', 'crawl-delay'].includes(name)) continue
    isInAgents = false
    for (const each of agents) {
      const group = groups.get(each) ?? { rules: [], delaySeconds: 0 }
      groups.set(each, group)
      if (name === 'crawl-delay') group.delaySeconds = readSeconds(text)
      // An empty Disallow forbids nothing.
      else if (text !== '') group.rules.push({ path: normalize(text), allows: name === 'allow' })
    }
  }
  return groups.get(agent) ?? groups.get('*') ?? { rules: [], delaySeconds: 0 }
}

/** Whether the rules allow an address: the longest rule that matches decides, and Allow between equally long ones. */
export function allowsAddress({ rules }: RobotsRules, address: string): boolean {
  const { pathname, search } = new URL(address)
  const path = normalize(pathname + search)
  let longest: Rule = { path: '', allows: true }
  for (const rule of rules) {
    const isLonger =
      rule.path.length > longest.path.length || (rule.path.length === longest.path.length && rule.allows)
    if (isLonger && matches(rule.path, path)) longest = rule
  }
  return pathname === '/robots.txt' || longest.allows
}

/** '*' stands for any characters, and '$' at the end for the end of the path. Linear in the length of the path. */
function matches(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  if (parts.length === 0) return !isAnchored || path === first
  const last = isAnchored ? (parts.pop() ?? '') : ''
  let at = first.length
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}

/** 'Doubloon/1.0 (bot)' names the agent doubloon. */
function tokenOf(text: string): string {
  return text === '*' ? '*' : (/^[a-z_-]+/i.exec(text)?.[0].toLowerCase() ?? '')
}

/**
 * Percent-encoded characters equal themselves, except those that separate parts of an address. A file that was cut may end
 * in half a character.
 */
function normalize(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
    .replace(/[^\x21-\x7e]/gu, (character) => encodeURIComponent(character.toWellFormed()))
}

function readSeconds(text: string): number {
  return /^\d{1,6}(?:\.\d+)?$/.test(text) ? Number(text) : 0
}
