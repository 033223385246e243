import type { Import } from './imports/read-imports.ts'

/** One domain concept and everything that belongs to it: rules, SQL, HTTP, pages, components, tests. */
type Module = {
  /** A folder, or 'admin-api' for the files directly in it. */
  path: string
  why: string
  /** Packages it may import: 'npm:zod', 'node:*', 'virtual:*'. Undefined: any. */
  packages?: readonly string[]
  /** Server code that is also shipped to browsers. The site imports no other server code, not even types. */
  shared?: true
}

const none: readonly string[] = []

/** In dependency order: a module imports only itself and modules above it. */
export const modules: readonly Module[] = [
  {
    path: 'admin-api/contract',
    why: 'what site and server agree on; it ships to browsers',
    packages: ['npm:zod/mini'],
    shared: true
  },
  {
    path: 'data',
    why: 'checked-in facts and their schema, independent of the code that reads them',
    packages: ['npm:zod', 'npm:csv-parse', 'node:*']
  },
  { path: 'admin-api/numbers', why: 'pure arithmetic and number formats', packages: none, shared: true },
  {
    path: 'admin-api/market-days',
    why: 'pure calendar rules: sessions, frequencies, expected dates',
    packages: none,
    shared: true
  },
  {
    path: 'admin-api/estimator',
    why: 'pure: the same history gives the same estimate anywhere',
    packages: none,
    shared: true
  },
  {
    path: 'admin-api/returns',
    why: 'pure: what a holding returned, calculated on the server and in the browser',
    packages: none,
    shared: true
  },
  {
    path: 'admin-api/signed-record',
    why: 'pure: hashes and checks the signed record on the server, in a command and in the browser',
    packages: none,
    shared: true
  },
  { path: 'admin-api/platform', why: 'technology without domain rules: HTTP, database, files, threads' },
  { path: 'admin-api/admin-log', why: 'one table that most later modules write' },
  { path: 'admin-api/accounts', why: 'admin routes of later modules need its session check' },
  { path: 'admin-api/funds', why: 'which funds exist; payments and estimates belong to a fund' },
  { path: 'admin-api/publishing', why: 'the page engine; payments and estimates queue changes in it' },
  { path: 'admin-api/payments', why: 'stored payments, prices and splits; estimates are based on them' },
  { path: 'admin-api/estimates', why: 'current and frozen estimates, refreshed whenever figures change' },
  { path: 'admin-api/accuracy', why: 'scores of frozen estimates' },
  { path: 'admin-api/search', why: 'answers searches from current estimates' },
  { path: 'admin-api/calendar', why: 'upcoming payments and weekly reports, from estimates and scores' },
  { path: 'admin-api/notifications', why: 'notifies browsers of announced payments and own-by dates' },
  { path: 'admin-api/rankings', why: 'compares funds by what they paid and returned' },
  { path: 'admin-api/collection', why: 'changes payments, prices and estimates from outside sources' },
  { path: 'admin-api/administration', why: 'what the operator changes by hand, collection included' },
  { path: 'admin-api/pages', why: 'pages that join several of the modules above' },
  { path: 'admin-api/blog', why: 'posts and pictures; independent of figures, but listed among all pages' },
  { path: 'admin-api/operations', why: 'health, metrics, alerts and backups watch every module above' },
  { path: 'admin-api', why: 'composition happens only here' },
  { path: 'site/lib', why: 'requests, formats and browser storage' },
  { path: 'site/styles', why: 'tokens, cascade layers and layout primitives' },
  { path: 'site/art', why: 'drawings' },
  { path: 'site/ui', why: 'controls without domain terms' },
  { path: 'site/search', why: 'finding a fund; the header contains it' },
  { path: 'site/chrome', why: 'the frame around every page' },
  { path: 'site/portfolio', why: "the visitor's own funds, which later modules mark" },
  { path: 'site/accuracy', why: 'the track record; the calendar links results to it' },
  { path: 'site/calendar', why: 'upcoming payments and weekly reports' },
  { path: 'site/notifications', why: 'notifications about chosen funds' },
  { path: 'site/funds', why: 'the table of all funds' },
  { path: 'site/fund', why: 'one fund: estimate, history, calculator, returns' },
  { path: 'site/compare', why: 'several funds side by side, with the parts of one' },
  { path: 'site/rankings', why: 'ROI ranking and weekly battle' },
  {
    path: 'site/home',
    why: 'the home page, which shows a search result like a fund page'
  },
  { path: 'site/blog', why: 'blog pages' },
  { path: 'site/learn', why: 'learn page and quiz' },
  { path: 'site/text-pages', why: 'about, contact, developers and legal texts' },
  { path: 'site/login', why: 'sign-in and session; both admin modules need it' },
  { path: 'site/admin', why: 'the admin dashboard' },
  { path: 'site/admin-blog', why: 'the post editor' },
  { path: 'site/share-images', why: 'images for shared links, drawn from the charts of other modules' },
  { path: 'site/pages', why: 'routes: they choose data, layout and islands' },
  { path: 'site/renderer', why: 'the Astro adapter and render(path, locals)' }
]

/** Days of coming payments are calculated in these files, and decided in admin-api/estimates/coming-payments.ts. */
const scheduleRules = /^admin-api\/market-days\/(?:next-dates|ex-date-range|monthly-pattern)\.ts$/
/** Modules that decide or repair days; all others read the list. */
const schedulers = ['market-days', 'estimator', 'estimates', 'collection', 'administration'].map(
  (name) => `admin-api/${name}`
)

const tests = /\.(?:test|spec)\.tsx?$/
const harness = /^(?:e2e|(?:admin-api|site)\/testing)\/|\/testing\.ts$/
const commands = /^scripts\/|^[^/]+$/

/** The test harness composes everything and is imported by tests and commands only. */
export function isHarness(path: string): boolean {
  return harness.test(path)
}

export function isTest(path: string): boolean {
  return tests.test(path)
}

/** Commands and configuration compose everything, including the harness; no module imports them. */
function isCommand(path: string): boolean {
  return commands.test(path)
}

/** Module of a project path. The module 'admin-api' has only the files directly in that folder. */
export function findModule(path: string): Module | null {
  const folder = path.slice(0, path.lastIndexOf('/'))
  if (folder === 'admin-api') return modules.find((module) => module.path === folder) ?? null
  return modules.find((module) => path.startsWith(`${module.path}/`) && module.path !== 'admin-api') ?? null
}

/** Finds imports of a file that break the rules, one sentence each. */
export function findForbiddenImports(file: string, imports: readonly Import[]): string[] {
  if (isHarness(file) || isCommand(file)) return []
  const module = findModule(file)
  if (module === null) return [`${file} is in no module; add its folder to scripts/import-rules.ts`]
  return imports.flatMap((imported) => {
    const reason = findReason(file, module, imported)
    return reason === null ? [] : [`${file} imports ${imported.target}: ${reason}`]
  })
}

function findReason(file: string, module: Module, { target }: Import): string | null {
  if (isHarness(target) || isTest(target))
    return isTest(file) ? null : 'only tests and commands import tests and the test harness'
  if (/^(?:npm|node|virtual):/.test(target)) return isTest(file) ? null : findPackageReason(module, target)
  const other = findModule(target)
  if (other === null || isCommand(target)) return 'it is in no module'
  if (modules.indexOf(other) > modules.indexOf(module))
    return `${module.path} comes before ${other.path} in scripts/import-rules.ts (${other.why})`
  const isServerOnly = !other.path.startsWith('site/') && other.shared !== true
  if (isServerOnly && module.path.startsWith('site/') && !isTest(file))
    return `${other.path} is not shared with the site`
  if (scheduleRules.test(target) && !schedulers.includes(module.path))
    return 'read the list of admin-api/estimates/coming-payments.ts'
  return null
}

function findPackageReason({ path, packages, why }: Module, target: string): string | null {
  const isListed = packages?.some((name) =>
    name.endsWith('*')
      ? target.startsWith(name.slice(0, -1))
      : target === name || target.startsWith(`${name}/`)
  )
  return isListed === false
    ? `${path} may import only these packages: ${packages?.join(', ') || 'none'} (${why})`
    : null
}
