/**
 * Who may import whom. The first area whose `files` matches owns the file; `may` lists what it may import:
 * paths below the project (a trailing slash means the folder), 'npm:NAME' packages, 'npm:*' and 'node:*'.
 * 'own' stands for the file's own folder of that area (features/stock for features/stock/stock.db.ts), 'types of X'
 * for what is gone before anything runs. Circles are refused everywhere.
 */
export type ImportRule = { files: RegExp; may: readonly string[]; why: string }

/** Closed lists of words; it imports nothing. */
const vocabulary = 'admin-api/domain/vocabulary.ts'
/** How figures are written, on the server as on the site; it imports nothing. */
const wording = 'admin-api/domain/wording.ts'

/** What a holding really returned: arithmetic for the publisher's pages and for what a visitor chooses. */
const returns = 'admin-api/domain/returns/'
/** A fund's typical error, worked out as on the page of all funds. */
const typicalError = 'admin-api/domain/accuracy/typical-error.ts'

/** What a holder's lots come to, worked out in the browser: they never leave it. */
const fleet = 'admin-api/domain/fleet/'

const tests = /\.(?:test|spec)\.tsx?$/
const rigs = /^(?:e2e|(?:admin-api|site)\/testing)\/|\/testing\.ts$/
const commands = /^scripts\/|^[^/]+$/

/** Tests and what they are set up with: no part of the product may import them. Commands may, as they measure. */
export function isTestCode(path: string): boolean {
  return tests.test(path) || rigs.test(path)
}

/** Commands and settings compose everything, test rigs too. */
export function mayImportTests(path: string): boolean {
  return isTestCode(path) || commands.test(path)
}

export const importRules: readonly ImportRule[] = [
  { files: tests, may: ['*'], why: 'a test may look anywhere' },
  { files: rigs, may: ['*'], why: 'what sets up a test composes everything' },
  { files: commands, may: ['*'], why: 'commands compose everything' },
  {
    files: /^data\//,
    may: ['own', 'npm:zod', 'npm:csv-parse', 'node:*', vocabulary],
    why: 'facts know no program'
  },
  { files: /^admin-api\/contract\//, may: ['own', 'npm:zod/mini', vocabulary], why: 'it ships to browsers' },
  { files: /^admin-api\/domain\//, may: ['own'], why: 'policy can be read and tested alone' },
  {
    files: /^admin-api\/estimator\//,
    may: ['own', 'admin-api/domain/'],
    why: 'same input, same number, anywhere'
  },
  {
    files: /^admin-api\/wire\//,
    may: ['own', 'admin-api/contract/', 'types of admin-api/db/', 'admin-api/domain/', 'types of npm:kysely'],
    why: 'one place where rows become answers'
  },
  { files: /^admin-api\/files\//, may: ['own', 'node:*'], why: 'bytes on a disk know no program' },
  {
    files: /^admin-api\/db\//,
    may: [
      'own',
      'npm:kysely',
      'npm:better-sqlite3',
      'npm:pg',
      'npm:pg-cursor',
      'node:*',
      'types of data/',
      'admin-api/domain/',
      'admin-api/files/'
    ],
    why: 'tables know no callers'
  },
  {
    files: /^admin-api\/http\//,
    may: ['own', 'admin-api/contract/', 'admin-api/files/', 'npm:*', 'node:*'],
    why: 'transport knows no feature'
  },
  {
    files: /^admin-api\/market\//,
    may: ['own', 'admin-api/domain/', 'npm:*', 'node:*', 'data/'],
    why: 'providers know no callers'
  },
  {
    files: /^admin-api\/publisher\//,
    may: ['own', 'admin-api/contract/', 'admin-api/db/', 'admin-api/files/', 'npm:*', 'node:*'],
    why: 'it writes any page it is handed'
  },
  {
    files: /^admin-api\/features\//,
    may: [
      'own',
      'admin-api/contract/',
      'admin-api/wire/',
      'admin-api/domain/',
      'admin-api/db/',
      'admin-api/files/',
      'admin-api/http/',
      'admin-api/estimator/estimator.ts',
      'admin-api/services.ts',
      'admin-api/page-kind.ts',
      'admin-api/job.ts',
      'npm:*',
      'node:*'
    ],
    why: 'a feature can be deleted with one folder and one line'
  },
  {
    files: /^admin-api\/services\.ts$/,
    may: [
      'admin-api/db/',
      'admin-api/contract/',
      'types of admin-api/files/',
      'admin-api/http/',
      'admin-api/publisher/',
      'admin-api/market/',
      'admin-api/page-kind.ts',
      'admin-api/job.ts',
      'types of admin-api/files/',
      'npm:*'
    ],
    why: 'it names what a feature may touch, and makes none of it'
  },
  {
    files: /^admin-api\/page-kind\.ts$/,
    may: ['admin-api/contract/', 'admin-api/db/', 'admin-api/wire/', 'npm:kysely'],
    why: 'it says what a page is, and knows none'
  },
  {
    files: /^admin-api\/job\.ts$/,
    may: ['admin-api/db/', 'admin-api/page-kind.ts', 'npm:kysely', 'types of npm:pino'],
    why: 'it says what a job is, and knows none'
  },
  {
    files: /^admin-api\/app\.ts$/,
    may: ['admin-api/features/', 'admin-api/http/', 'admin-api/services.ts', 'admin-api/contract/', 'npm:*'],
    why: 'tests build it with other services'
  },
  {
    files: /^admin-api\//,
    may: ['own', 'data/', 'npm:*', 'node:*'],
    why: 'the server composes the service'
  },
  {
    files: /^site\/lib\//,
    may: ['own', 'admin-api/contract/', vocabulary, wording, returns, fleet, 'npm:*'],
    why: 'calls and formats know no state, no feature and no page'
  },
  { files: /^site\/ui\//, may: ['own', 'site/lib/', 'npm:*'], why: 'parts know no domain word' },
  {
    files: /^site\/stores\//,
    may: ['own', 'site/lib/', 'admin-api/contract/', vocabulary, fleet, 'npm:*'],
    why: 'state that islands share knows none of them'
  },
  {
    files: /^site\/features\//,
    may: [
      'own',
      'admin-api/contract/',
      vocabulary,
      returns,
      fleet,
      typicalError,
      'site/lib/',
      'site/ui/',
      'site/stores/',
      'npm:*'
    ],
    why: 'it runs in the browser, and can be deleted with its folder'
  },
  {
    files: /^site\/(?:renderer|boot)\//,
    may: ['own', 'admin-api/contract/', 'npm:*', 'node:*'],
    why: 'it draws any page it is handed'
  },
  {
    files: /^site\//,
    may: ['site/', 'admin-api/contract/', vocabulary, returns, 'npm:*', 'virtual:*'],
    why: 'composition only; data arrives as Astro.locals'
  }
]
