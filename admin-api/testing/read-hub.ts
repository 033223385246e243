import { hubPages } from '../accuracy/hub/hub.pages.ts'
import { hubFolder } from '../contract/record-hub.ts'
import type { Db } from '../platform/database/schema.ts'

/** Texts of the files that files.txt lists, and its own, by their place in the hub's folder, as they are published. */
export async function readHub(db: Db): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const { path, list, load } of hubPages)
    for (const page of await list(db)) {
      const model = await load(db, path.exec(page)?.[1] ?? '')
      if (model !== null) files.set(page.slice(hubFolder.length + 1), model.text)
    }
  const listed = new Set(`${files.get('files.txt') ?? ''}files.txt`.split('\n'))
  return new Map([...files].filter(([place]) => listed.has(place)))
}
