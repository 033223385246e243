import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type LockedPackage = {
  version: string
  license?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}
type Lock = { packages: Record<string, LockedPackage> }

/** `copyright` is what the license file of the package says. */
export type Notice = {
  name: string
  version: string
  license: string
  copyright: string[]
  text: string | null
}

export const noticesFile = 'THIRD_PARTY_NOTICES.md'

/** Packages of package-lock.json that building and serving need, by name; those of other systems without a text. */
export function readNotices(): Notice[] {
  const { packages }: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const notices = Object.entries(packages).flatMap(([folder, { version, license = 'unknown', ...entry }]) => {
    if (folder === '' || entry.dev === true) return []
    const isOfSystem = entry.optional === true && (entry.os ?? entry.cpu) !== undefined
    const text = isOfSystem ? null : readLicense(folder)
    const lines = text?.split('\n').map((line) => line.trim()) ?? []
    const copyright = lines.filter(
      (line) =>
        /^(?:copyright|\(c\)|©)\s.*\w/i.test(line) &&
        !/^copyright (?:notice|holder|owner|license)/i.test(line)
    )
    return [
      {
        name: folder.replace(/.*node_modules\//, ''),
        version,
        license,
        copyright: [...new Set(copyright)],
        text
      }
    ]
  })
  const byKey = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]))
  return [...byKey.values()].sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version))
}

// Independent of the machine's locale.
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

function readLicense(folder: string): string | null {
  if (!existsSync(folder)) return null
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)(?:[.-].*)?$/i.test(name))
  return file === undefined ? null : readFileSync(join(folder, file), 'utf8').replaceAll('\r', '')
}

/** Packages by license, each with its copyright, and one text of each license. */
export function formatNotices(notices: readonly Notice[]): string {
  const byLicense = Map.groupBy(notices, ({ license }) => license)
  const sections = [...byLicense]
    .sort(([a], [b]) => compare(a, b))
    .map(([license, members]) => {
      const lines = members.map(
        ({ name, version, copyright }) => `- ${[`${name} ${version}`, ...copyright].join('; ')}`
      )
      const example = members.find(({ text }) => text !== null)
      const text =
        example === undefined
          ? []
          : [`Text of the license, as in ${example.name}:`, '', ...quote(example.text ?? ''), '']
      return [`## ${license}`, '', ...lines, '', ...text].join('\n')
    })
  const intro = `Doubloon itself is under the [MIT license](LICENSE). Its build and its service contain or need these ${notices.length} packages, generated from package-lock.json by \`npm run notices\`.`
  return ['# Third-party notices', '', intro, '', ...sections].join('\n')
}

function quote(text: string): string[] {
  return [
    '```text',
    ...text
      .trim()
      .replaceAll('```', "'''")
      .split('\n')
      .map((line) => line.trimEnd()),
    '```'
  ]
}
