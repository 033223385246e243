import { existsSync, globSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../admin-api/config.ts'
import { variableNames } from '../admin-api/environment.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const example = read('deploy/doubloon.env.example')
const unit = read('deploy/doubloon.service')
const dockerfile = read('deploy/Dockerfile')
const compose = read('deploy/compose.yaml')
const composePostgres = read('deploy/compose.postgres.yaml')
const caddyfile = read('deploy/Caddyfile')

/** Variables of Node, the shell, PostgreSQL, compose and Caddy. */
const otherVariables = [
  'NODE_ENV',
  'SOURCE_DATE_EPOCH',
  'PATH',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'POSTGRES_PASSWORD',
  'IMAGE',
  'NODES',
  'TLS'
]

function findAll(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? [])
}

test.each([
  ['doubloon.env.example', findAll(example, /^#?([A-Z_]+)=/gm)],
  ['doubloon.service', findAll(unit, /^Environment=([A-Z_]+)=/gm)],
  ['Dockerfile', [...findAll(dockerfile, /^ARG (\w+)/gm), ...findAll(dockerfile, /\b([A-Z_]+)=\S/g)]],
  ['compose.postgres.yaml', findAll(composePostgres, /\$\{(\w+)/g)],
  ['Caddyfile', findAll(caddyfile, /\{\$(\w+)/g)]
])('each variable that %s names is read by the service', (_file, names) => {
  expect(names.length).toBeGreaterThan(2)
  expect(names.filter((name) => !otherVariables.includes(name) && !variableNames.includes(name))).toEqual([])
})

test('the example settings of a live site are valid', () => {
  const { siteUrl, trustProxy, marketData } = readConfig(parseEnv(example))
  expect({ siteUrl, trustProxy, marketData }).toEqual({
    siteUrl: 'https://doubloon.example',
    trustProxy: 1,
    marketData: 'auto'
  })
})

test('both compose files and the unit harden the service alike', () => {
  const lines = [
    'init: true',
    'read_only: true',
    'cap_drop: [ALL]',
    'security_opt: ["no-new-privileges:true"]'
  ]
  for (const line of [
    ...lines,
    'options: { max-size: 10m, max-file: "5" }',
    'stop_grace_period: 1m',
    'mem_limit: 2g'
  ])
    for (const file of [compose, composePostgres]) expect(file).toContain(`${line}\n`)
  expect(unit).toContain('MemoryMax=2G\n')
})

test('compose.yaml starts the image with one volume', () => {
  // The name was the same before the image had one volume, so that an upgrade finds its data.
  expect(compose).toMatch(/^name: doubloon$/m)
  expect(compose).toContain('    volumes: ["doubloon:/data"]\n')
  expect(findAll(dockerfile, /^VOLUME (.+)$/gm)).toEqual(['/data'])
  expect(dockerfile).toContain(' DATA_DIR=/data SITE_DIR=/data/site\n')
})

test('the service imports no package that the image drops after the build', () => {
  const { dependencies, buildOnly }: { dependencies: Record<string, string>; buildOnly: string[] } =
    JSON.parse(read('package.json'))
  expect(buildOnly.filter((name) => !(name in dependencies))).toEqual([])
  const sources = globSync(['admin-api/**/*.ts', 'data/**/*.ts', 'scripts/{doctor/,backtest/,}*.ts']).filter(
    (file) => !/testing|\.test\.ts$|scripts\/(?:build|bench|dev|test)|platform\/bundle/.test(file)
  )
  const imported = sources.flatMap((file) =>
    findAll(read(file), /(?:from |import\()'((?:@[\w.-]+\/)?[\w.-]+)/g)
  )
  expect(new Set(imported)).toContain('kysely')
  expect(imported.filter((name) => buildOnly.includes(name))).toEqual([])
})

test('the image is built with the Node version of the product, on base images named by digest', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  expect(findAll(dockerfile, /^FROM \S+\/node:(\d+)-/gm)).toEqual([dependencies.node.split('.')[0]])
  expect(findAll(dockerfile, /^FROM (\S+)/gm).filter((name) => !/@sha256:[0-9a-f]{64}$/.test(name))).toEqual(
    []
  )
})

describe.each([
  ['Dockerfile', dockerfile],
  ['compose.postgres.yaml', composePostgres],
  ['doubloon.service', unit],
  ['README.md', read('deploy/README.md')]
])('%s', (_file, text) => {
  test('names only files that exist', () => {
    const copied = findAll(text, /^COPY (?!--)(.+) \S+$/gm).flatMap((sources) => sources.split(' '))
    const named = findAll(text, /\b((?:deploy|scripts)\/[\w-]+(?:\.[\w-]+)+)/g)
    const projectFiles = [...copied, ...named].filter((file) => file !== 'deploy/.env')
    expect(projectFiles).not.toEqual([])
    expect(projectFiles.filter((file) => !existsSync(file))).toEqual([])
  })
})

test.each(['ci', 'codeql', 'dependencies', 'nightly', 'release', 'scorecard'])(
  'the workflow %s runs only actions that are pinned by a digest',
  (name) => {
    const actions = findAll(read(`.github/workflows/${name}.yml`), /uses: (?!\.\/)(.+)$/gm)
    expect(actions).not.toEqual([])
    expect(actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(action))).toEqual([])
  }
)

test('the unit lets the service write to its data and site folders only', () => {
  expect(unit).toContain(`DATA_DIR=/var/lib/${findAll(unit, /^StateDirectory=(\S+)$/gm)}\n`)
  expect(unit).toContain(`SITE_DIR=/var/cache/${findAll(unit, /^CacheDirectory=(\S+)$/gm)}\n`)
  expect(findAll(unit, /^ProtectSystem=(\w+)$/gm)).toEqual(['strict'])
  expect(unit).not.toContain('ReadWritePaths')
})

test('the unit allows threads to lower their priority, after a group that contains the call', () => {
  const filters = findAll(unit, /^SystemCallFilter=(.+)$/gm)
  expect(filters.indexOf('setpriority')).toBeGreaterThan(
    filters.findIndex((filter) => filter.startsWith('~') && filter.includes('@resources'))
  )
})
