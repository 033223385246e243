// Shows the same on any database.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, expect, test } from 'vitest'
import { withServer } from '../../contract/open-data.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { makePost } from '../../testing/make.ts'
import { pages } from '../../testing/pages.ts'
import { describeApi } from './openapi.ts'

type Described = {
  parameters?: { name: string; in: string; required: boolean }[]
  responses: Record<string, { content?: Record<string, { schema: object }> }>
}
const document = describeApi() as { openapi: string; paths: Record<string, Record<string, Described>> }
const ajv = new Ajv2020({ strict: false, allErrors: true })

const api = forAllTests(() => startApi())
beforeAll(async () => {
  await api.db.insertInto('blog_post').values(makePost(1)).execute()
})

/** Differences from the description; null if there are none. */
function findFaults(path: string, method: string, status: string, answer: unknown): unknown {
  const schema = document.paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema
  if (schema === undefined) throw new Error(`${method} ${path} has no description of ${status}`)
  const isAsDescribed = ajv.compile(schema)
  return isAsDescribed(answer) ? null : isAsDescribed.errors
}

/** Every public endpoint of the contract as '{method} {template}'. */
async function listPublicEndpoints(): Promise<string[]> {
  const folder = join(import.meta.dirname, '../../contract')
  const modules: object[] = await Promise.all(
    globSync('!(*.test).ts', { cwd: folder }).map((name) => import(join(folder, name)))
  )
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value) => value?.access === 'public')
    .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
}

test('every public endpoint is described, except login, notifications and closes for holders', async () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`)
  )
  // Closes of other holdings are Yahoo’s figures, for My Fleet only.
  const offered = (await listPublicEndpoints()).filter(
    (call) => !/\/api\/notifications\/|\/api\/auth\/|\/data\/closes/.test(call)
  )
  expect(offered.length).toBeGreaterThanOrEqual(11)
  expect(described).toEqual(expect.arrayContaining(offered))
  const files = [
    ...['get /data/{ticker}-payments.csv', 'get /api/accuracy.csv', 'get /data/return-of-capital.csv'],
    ...[
      'get /data/funds.csv',
      'get /data/upcoming.csv',
      'get /data/lead-times.csv',
      'get /data/days-ahead.csv',
      'get /data/outlook-record.csv',
      'get /data/record/hub.csv',
      'get /data/record/hub/model-output/{model}/{file}.csv',
      'get /data/record/hub/target-data/oracle-output.csv'
    ]
  ]
  expect(described.toSorted()).toEqual([...offered, ...files].sort())
})

test.each([
  ['post', '/api/stock/search', '/api/stock/search', { symbol: 'MSTY' }],
  ['post', '/api/stock/dividend-history', '/api/stock/dividend-history', { symbol: 'ulty' }],
  ['get', '/api/roi-rankings', '/api/roi-rankings', undefined],
  ['get', '/api/weekly-battle', '/api/weekly-battle?weeks=all', undefined],
  ['get', '/api/search-metrics/top-tickers', '/api/search-metrics/top-tickers', undefined],
  ['get', '/api/blog/posts', '/api/blog/posts?page=1&limit=5', undefined],
  ['get', '/api/blog/posts/{slug}', '/api/blog/posts/post-1', undefined],
  ['get', '/api/health', '/api/health', undefined],
  ['get', '/api/ready', '/api/ready', undefined]
])('%s %s matches its description', async (method, template, path, body) => {
  const { status, body: answer } = await api.send(method.toUpperCase(), path, body)
  expect(status).toBe(200)
  expect(findFaults(template, method, '200', answer)).toBeNull()
})

test('an error matches its description', async () => {
  const refused = await api.post('/api/stock/search', { symbol: 'FEAT' })
  expect(refused.status).toBe(404)
  expect(findFaults('/api/stock/search', 'post', '4XX', refused.body)).toBeNull()
  expect(findFaults('/api/stock/search', 'post', '200', refused.body)).not.toBeNull()
})

test('every data file matches its description', async () => {
  const template = (path: string) =>
    path
      .replace(/^\/data\/growth\/.*/, '/data/growth/{quarter}.json')
      .replace(/^\/data\/record\/2.*/, '/data/record/{day}.json')
      .replace(/^\/data\/(?!(?:funds|identifiers)\.)\w+\.json/, '/data/{ticker}.json')
  // The hub’s configuration follows the schemas of the hubverse, which hub-files.slow.test.ts checks.
  const paths = (await pages.list(api.db)).filter((path) =>
    /^\/(?:data\/(?!record\/hub\/).+|fund-index|\.well-known\/.+)\.json$/.test(path)
  )
  // 66 funds, five other symbols, all funds, identifiers, 15 quarters from 2022-q4 to 2026-q2, the index, and three of the signed record, and that of portfolios.
  expect(paths).toHaveLength(94)
  for (const path of paths) {
    const page = await pages.load(api.db, path)
    const content = page?.kind === 'fund-index' ? page.index : page && 'data' in page ? page.data : null
    const asSent: unknown = JSON.parse(JSON.stringify(content))
    expect(findFaults(template(path), 'get', '200', asSent), path).toBeNull()
  }
})

test.each(['https://doubloon.test', 'http://localhost:4321'])(
  'the description passes the recommended rules of redocly lint, served at %s',
  async (siteUrl) => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(withServer(document, siteUrl))
    const problems = await lintFromString({ source, config })
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
    ).toEqual([])
  }
)

test('the description is OpenAPI 3.1: each name in a path is a required parameter', () => {
  expect(document.openapi).toBe('3.1.0')
  for (const [path, methods] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    const inPath = Object.values(methods).flatMap(({ parameters = [] }) =>
      parameters.filter((parameter) => parameter.in === 'path' && parameter.required)
    )
    expect(
      inPath.map(({ name }) => name),
      path
    ).toEqual(names)
  }
})
