import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteInfo } from '../contract/pages.ts'
import { writeDurably } from '../platform/files/durable-file.ts'

/** What the files of a site were made from. It lies among them, so that it is copied, moved and lost with them. */
export type SiteStamp = {
  /** The id of the database whose pages these are. */
  database: string
  /** The build that was installed; '' while it is being replaced. */
  build: string
  site: SiteInfo
  /** The static files of that build, by their paths below the site's folder. */
  files: readonly string[]
  /** Files of earlier builds that open pages may still ask for, each with the instant since when no page names it. */
  outdatedAssets: Readonly<Record<string, string>>
}

/** Null where nothing was ever published, or nobody knows what. */
export async function readSiteStamp(siteDir: string): Promise<SiteStamp | null> {
  const text = await readFile(stampFileOf(siteDir), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export async function writeSiteStamp(siteDir: string, stamp: SiteStamp): Promise<void> {
  await writeDurably([{ file: stampFileOf(siteDir), bytes: Buffer.from(JSON.stringify(stamp)) }])
}

/** Hidden: no visitor can ask for it. */
function stampFileOf(siteDir: string): string {
  return join(siteDir, '.published.json')
}
