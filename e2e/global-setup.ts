import { makeFirstSite } from './server.ts'

// biome-ignore lint/style/noDefaultExport: Playwright takes the set-up of a run by this name.
export default makeFirstSite
