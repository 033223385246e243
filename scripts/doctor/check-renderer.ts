import { robotsPath, type SiteInfo } from '../../admin-api/contract/pages.ts'
import { type BuiltSite, loadRenderer, readBuiltSite } from '../../admin-api/publishing/built-site.ts'
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'

/** Draws the smallest page there is with the newest build. */
export async function checkRenderer(buildDir: string, site: SiteInfo): Promise<Omit<Finding, 'name'>> {
  let built: BuiltSite
  try {
    built = await readBuiltSite(buildDir)
  } catch (error) {
    return warning(`The site can't be drawn yet: ${reasonOf(error)} npm start does so by itself.`)
  }
  const time = { today: '1970-01-01', oldFigures: null }
  try {
    const render = await loadRenderer(built.folder)
    await render(robotsPath, { site, page: { kind: 'robots', closedPaths: [] }, time })
  } catch (error) {
    return failed(`No page can be drawn: ${reasonOf(error)}. Build anew with npm run build.`)
  }
  return ok(`Pages can be drawn, by build ${built.name}.`)
}
