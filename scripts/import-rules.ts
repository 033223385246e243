/**
 * Who may import whom. The first area whose `files` matches owns the file; `may` lists what it may import:
 * paths below the project (a trailing slash means the folder), 'npm:NAME' packages, 'npm:*' and 'node:*'.
 * 'own' stands for the file's own folder of that area (features/stock for features/stock/stock.db.ts).
 */
export type ImportRule = { files: RegExp; may: readonly string[]; why: string }

const isTest = /\.(?:test|spec)\.tsx?$/

export const importRules: readonly ImportRule[] = [
  { files: isTest, may: ['*'], why: 'a test may look anywhere' },
  {
    files: /^(?:scripts|e2e|admin-api\/testing)\/|^[^/]+$/,
    may: ['*'],
    why: 'commands and test rigs compose everything'
  },
  { files: /^data\//, may: ['own', 'npm:zod', 'npm:csv-parse', 'node:*'], why: 'facts know no program' },
  { files: /^admin-api\/contract\//, may: ['own', 'npm:zod/mini'], why: 'it ships to browsers' },
  { files: /^admin-api\/estimator\//, may: ['own'], why: 'same input, same number, anywhere' },
  {
    files: /^admin-api\/db\//,
    may: ['own', 'npm:kysely', 'npm:better-sqlite3', 'node:*', 'data/', 'admin-api/estimator/types.ts'],
    why: 'tables know no callers'
  },
  {
    files: /^admin-api\/http\//,
    may: ['own', 'admin-api/contract/', 'npm:*', 'node:*'],
    why: 'transport knows no feature'
  },
  {
    files: /^admin-api\/market\//,
    may: ['own', 'npm:*', 'node:*', 'data/'],
    why: 'providers know no callers'
  },
  {
    files: /^admin-api\/publisher\//,
    may: ['own', 'admin-api/contract/', 'admin-api/db/', 'npm:*', 'node:*'],
    why: 'it writes any page it is handed'
  },
  {
    files: /^admin-api\/features\//,
    may: [
      'own',
      'admin-api/contract/',
      'admin-api/db/',
      'admin-api/http/',
      'admin-api/estimator/',
      'admin-api/market/new-york.ts',
      'admin-api/services.ts',
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
      'admin-api/http/',
      'admin-api/publisher/',
      'admin-api/market/',
      'npm:*'
    ],
    why: 'it names what a feature may touch, and makes none of it'
  },
  {
    files: /^admin-api\/app\.ts$/,
    may: ['admin-api/features/', 'admin-api/http/', 'admin-api/services.ts', 'admin-api/contract/', 'npm:*'],
    why: 'tests build it with other services'
  },
  { files: /^admin-api\//, may: ['*'], why: 'the server composes the service' },
  {
    files: /^site\/(?:ui|stores|lib)\//,
    may: ['own', 'site/lib/', 'site/stores/', 'admin-api/contract/', 'npm:*'],
    why: 'shared parts know no feature and no page'
  },
  {
    files: /^site\/features\//,
    may: ['own', 'admin-api/contract/', 'site/lib/', 'site/ui/', 'site/stores/', 'npm:*'],
    why: 'it runs in the browser, and can be deleted with its folder'
  },
  {
    files: /^site\/(?:renderer|boot)\//,
    may: ['own', 'admin-api/contract/', 'npm:*', 'node:*'],
    why: 'it draws any page it is handed'
  },
  {
    files: /^site\//,
    may: ['site/', 'admin-api/contract/', 'npm:*', 'virtual:*'],
    why: 'composition only; data arrives as Astro.locals'
  }
]
