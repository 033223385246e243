// Makes a release: the version in package.json, the heading in CHANGELOG.md, a commit and a tag.
// When: `npm run release -- 0.3.0` on main; pushing the tag starts .github/workflows/release.yml, which publishes it.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { positional, readOptions, required } from './command.ts'

const { version } = readOptions({ version: required(positional('VERSION', 'the new version, as 0.3.0')) })

type Manifest = { version: string }
type Lock = Manifest & { packages: { '': Manifest } }

const manifest: Manifest = readJson('package.json')
const lock: Lock = readJson('package-lock.json')
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const [, unreleased] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog) ?? []

if (!/^\d+\.\d+\.\d+$/.test(version)) refuse(`A version has three numbers, as 0.3.0; got ${version}.`)
if (version.localeCompare(manifest.version, 'en', { numeric: true }) < 0)
  refuse(`${version} is lower than ${manifest.version}, the version in package.json.`)
if (unreleased?.trim() === '' || unreleased === undefined)
  refuse('CHANGELOG.md has nothing under "## Unreleased": say there what changes.')
if (git('status', '--porcelain') !== '') refuse('There are uncommitted changes: commit them first.')
if (git('tag', '--list', `v${version}`) !== '') refuse(`The tag v${version} exists.`)

const today = new Date().toISOString().slice(0, 10)
manifest.version = version
lock.version = version
lock.packages[''].version = version
writeJson('package.json', manifest)
writeJson('package-lock.json', lock)
writeFileSync(
  'CHANGELOG.md',
  changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${today})\n`)
)
execFileSync(process.execPath, [join(import.meta.dirname, 'code-metrics.ts'), '--remember'])
git('commit', '--all', '--message', `deploy: release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`)
console.log(`Version ${version} is committed and tagged. Publish it: git push --follow-tags`)

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

function refuse(reason: string): never {
  console.error(`${reason} Nothing was changed.`)
  process.exit(1)
}
