import { isIPv4, isIPv6 } from 'node:net'

const unknownAddress = 'unknown'

/** For the search history: IPv4 with its last octet zero, IPv6 with all but its first 48 bits zero. */
export function shortenAddress(address: string): string {
  const plain = toPlainAddress(address)
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0')
  return isIPv6(plain) ? `${toGroups(plain).slice(0, 3).join(':')}::` : unknownAddress
}

/** For limits: one IPv4 address, or one /64, which is the least that a household has. */
export function networkOf(address: string): string {
  const plain = toPlainAddress(address)
  if (isIPv4(plain)) return plain
  return isIPv6(plain) ? `${toGroups(plain).slice(0, 4).join(':')}::` : unknownAddress
}

/** An IPv4 address that reached an IPv6 socket comes as ::ffff:192.0.2.1 or ::ffff:c000:201. */
function toPlainAddress(address: string): string {
  const plain = address.split('%')[0] ?? ''
  if (!isIPv6(plain)) return plain
  const groups = toGroups(plain)
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return plain
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

/** The eight groups, without leading zeros. */
function toGroups(address: string): string[] {
  const withoutDots = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => {
    return `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`
  })
  const [head = '', tail] = withoutDots.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...(tail === undefined ? [] : zeros), ...after].map((group) =>
    Number.parseInt(group, 16).toString(16)
  )
}
