import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeBuild } from '../testing/fake-build.ts'
import { testSite } from '../testing/page-fixture.ts'
import {
  holdBuild,
  installBuild,
  readBuiltSite,
  readSiteStamp,
  removeEarlierBuilds,
  type SiteStamp,
  writeSiteStamp
} from './built-site.ts'

let folder: string
let siteDir: string
let stamp: SiteStamp | null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-install-'))
  siteDir = join(folder, 'site')
  stamp = null
})
afterEach(() => rm(folder, { recursive: true }))

async function upgrade(name: string, files: Record<string, string>, day: string): Promise<void> {
  await makeBuild(folder, name, files)
  const built = await readBuiltSite(folder)
  const installed = await installBuild(built, siteDir, stamp, new Date(`${day}T12:00:00Z`))
  stamp = { database: 'the one', build: name, site: testSite, ...installed }
}

const first = {
  '404.html': 'lost',
  'about.html': 'about, first',
  'video/sail.mp4': 'a film',
  '_astro/menu.AAAA.js': 'first menu',
  '_astro/same.SSSS.js': 'same'
}
const second = { '404.html': 'lost', '_astro/menu.BBBB.js': 'second menu', '_astro/same.SSSS.js': 'same' }

test('an upgrade installs new files, and old assets stay for 30 days for open pages', async () => {
  await upgrade('a', first, '2026-01-01')
  expect(await readFile(join(siteDir, 'about.html'), 'utf8')).toBe('about, first')
  expect(stamp?.outdatedAssets).toEqual({})

  await upgrade('b', second, '2026-06-01')
  expect(await readFile(join(siteDir, '_astro/menu.BBBB.js'), 'utf8')).toBe('second menu')
  expect(await readFile(join(siteDir, '_astro/menu.AAAA.js'), 'utf8')).toBe('first menu')
  expect(existsSync(join(siteDir, 'video/sail.mp4'))).toBe(false)

  await upgrade('c', second, '2026-06-30')
  expect(existsSync(join(siteDir, '_astro/menu.AAAA.js'))).toBe(true)
  await upgrade('d', second, '2026-07-02')
  expect(existsSync(join(siteDir, '_astro/menu.AAAA.js'))).toBe(false)
  expect(stamp?.outdatedAssets).toEqual({})
  expect(await readFile(join(siteDir, '_astro/same.SSSS.js'), 'utf8')).toBe('same')
})

test('an asset that a later build uses again is not outdated', async () => {
  await upgrade('a', first, '2026-01-01')
  await upgrade('b', second, '2026-02-01')
  await upgrade('c', first, '2026-02-02')
  expect(Object.keys(stamp?.outdatedAssets ?? {})).toEqual(['_astro/menu.BBBB.js'])
  await upgrade('d', second, '2026-06-01')
  expect(existsSync(join(siteDir, '_astro/menu.AAAA.js'))).toBe(true)
})

test('a written stamp can be read back, and a missing stamp is null', async () => {
  expect(await readSiteStamp(siteDir)).toBeNull()
  await upgrade('a', first, '2026-01-01')
  if (stamp !== null) await writeSiteStamp(siteDir, stamp)
  expect(await readSiteStamp(siteDir)).toEqual(stamp)
})

test('builds before the last two are removed, except the one that a server uses', async () => {
  await makeBuild(folder, 'a')
  await makeBuild(folder, 'b')
  const release = holdBuild((await readBuiltSite(folder)).folder)
  for (const name of ['c', 'd', 'e']) await makeBuild(folder, name)
  await removeEarlierBuilds(folder, 'e')
  expect((await readdir(join(folder, 'builds'))).sort()).toEqual(['b', 'c', 'd', 'e'])
  release()
  await removeEarlierBuilds(folder, 'e')
  expect((await readdir(join(folder, 'builds'))).sort()).toEqual(['c', 'd', 'e'])
})
