// Shows the same on any database.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createCountingFetch } from '../../collection/sources/rate-limited-fetch.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const Dashboard = z.object({
  panels: z.array(
    z.object({
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string().default('') }))
    })
  )
})
let published: Set<string>
/** Labels of each metric in the answer of a service that was used. */
const labelsOf = new Map<string, Set<string>>()

const api = forAllTests(() =>
  startApi({
    content: 'tables',
    trustProxy: false,
    services: {
      readDisks: async () => [
        { folders: [{ variable: 'DATA_DIR', path: '/data' }], freeShare: 0.5, freeBytes: 1e9 }
      ]
    }
  })
)
beforeAll(async () => {
  const fetchFor = createCountingFetch(api.services.metrics, async () => new Response('{}'))
  await fetchFor('yahoo')('https://query1.finance.yahoo.com/')
  await api.get('/api/health')
  const text = String((await api.get('/metrics')).body)
  published = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name]
    )
  )
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm)) {
    const known = labelsOf.get(name) ?? new Set(labelsOfPrometheus)
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    labelsOf.set(name, known)
  }
})

/** Added to every sample when it is scraped. */
const labelsOfPrometheus = ['instance', 'job']

/** Labels that an expression selects or groups by. */
function labelsIn(expression: string): string[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */))
  const selected = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, label = '']) => label)
  )
  return [...grouped, ...selected]
}

/** Metrics of this service in an expression; `up` belongs to Prometheus. */
function namesIn(expression: string): string[] {
  return expression.match(/\b(?:doubloon|process|nodejs)_\w+/g) ?? []
}

test('the dashboard shows published metrics only, and all doubloon metrics', async () => {
  const { panels } = Dashboard.parse(
    JSON.parse(await readFile(join(deploy, 'grafana-dashboard.json'), 'utf8'))
  )
  const names = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)))
  expect(names.filter((name) => !published.has(name))).toEqual([])
  const ours = [...published].filter((name) => name.startsWith('doubloon_'))
  expect(ours.filter((name) => !names.includes(name))).toEqual([])
})

test('each query of the dashboard selects, groups by and shows labels that its metrics have', async () => {
  const { panels } = Dashboard.parse(
    JSON.parse(await readFile(join(deploy, 'grafana-dashboard.json'), 'utf8'))
  )
  const targets = panels.flatMap((panel) => panel.targets)
  expect(targets.flatMap(({ expr }) => labelsIn(expr)).length).toBeGreaterThan(8)
  for (const { expr, legendFormat } of targets) {
    const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
    const [grouped] = /\bby \(([^)]*)\)/.exec(expr) ?? []
    for (const name of namesIn(expr)) {
      const labels = labelsOf.get(name) ?? new Set(['no samples'])
      expect([expr, [...labelsIn(expr), ...shown].filter((label) => !labels.has(label))]).toEqual([expr, []])
    }
    // Aggregating drops all other labels.
    if (/^(?:min|max|sum|count|histogram_quantile)\b/.test(expr))
      expect([expr, shown.filter((label) => !grouped?.includes(label))]).toEqual([expr, []])
  }
})

test('each alert uses published metrics and has a summary and a description', async () => {
  const text = await readFile(join(deploy, 'alert-rules.yaml'), 'utf8')
  const rules = text.split(/^ {6}- alert: /m).slice(1)
  expect(rules.length).toBeGreaterThan(10)
  for (const rule of rules) {
    const expression = /^ {8}expr: (.*(?:\n {10}.*)*)/m.exec(rule)?.[1] ?? ''
    const names = namesIn(expression)
    if (!expression.startsWith('up{')) expect([rule, names]).not.toEqual([rule, []])
    expect(names.filter((name) => !published.has(name))).toEqual([])
    expect(rule).toMatch(/^ {10}summary: ".+"$/m)
    expect(rule).toMatch(/^ {10}description: ".+"$/m)
  }
})

test('docs and tests name only alerts that exist', async () => {
  const files = ['alert-rules.yaml', 'alert-rules.test.yaml', 'README.md', '../docs/operations.md']
  const [rules = '', ...others] = await Promise.all(files.map((file) => readFile(join(deploy, file), 'utf8')))
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const named = others.flatMap((text) => text.match(/\bDoubloon[A-Z]\w+/g) ?? [])
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !alerts.includes(name))).toEqual([])
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

test.runIf(hasPromtool)('Prometheus accepts the rules, and their tests pass', () => {
  const run = (...args: string[]) => execFileSync('promtool', args, { cwd: deploy, encoding: 'utf8' })
  expect(run('check', 'config', 'prometheus.yaml')).toContain('SUCCESS')
  expect(run('test', 'rules', 'alert-rules.test.yaml')).toContain('SUCCESS')
})
