import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addToRecord } from '../../estimates/estimate-record.db.ts'
import { signEstimates } from '../../estimates/sign-estimates.ts'
import { findAnchors } from '../../estimates/signed-record.db.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { startApi } from '../../testing/api.ts'
import { makeFrozen, makeFund } from '../../testing/make.ts'
import { pages } from '../../testing/pages.ts'
import { anchorRecord } from './anchor-record.ts'

/** The command of docs/operations.md that uses a program. */
async function readRecipe(program: string): Promise<string> {
  const docs = await readFile('docs/operations.md', 'utf8')
  const block = /\n```\n(ots stamp [^`]*)\n```/.exec(docs)?.[1] ?? ''
  const recipe = block.split('\n').find((line) => line.includes(`${program} `))
  if (recipe === undefined) throw new Error(`there is no recipe with ${program}`)
  return recipe
}

/** Runs a recipe for a signed day, with stand-ins for programs; resolves with its receipt and the signed text's hash. */
async function anchorWith(recipe: string, programs: Record<string, string> = {}) {
  const api = await startApi({ content: 'tables' })
  onTestFinished(api.close)
  const folder = join(api.services.dataDir, 'programs')
  await mkdir(folder)
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(folder, name), 0o755)
  }
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  await api.db.insertInto('fund').values(makeFund()).execute()
  await writeTransaction(api.db, async (trx) => {
    await addToRecord(trx, [makeFrozen({ made_at: '2026-06-01T22:15:00.000Z' })])
    await signEstimates(trx, new Date('2026-06-01T22:15:00.000Z'))
  })
  const command = recipe.replaceAll('/srv/anchors', join(api.services.dataDir, 'anchors'))
  const run = () =>
    anchorRecord(api.db, {
      command,
      queueChange: pages.queueChange,
      now: new Date('2026-06-02T12:00:00Z'),
      signal: new AbortController().signal
    })
  return { dataDir: api.services.dataDir, run, findAnchor: async () => (await findAnchors(api.db))[0] }
}

test('the recipe for OpenTimestamps publishes the file that its client writes next to the signed text', async () => {
  const recipe = await readRecipe('ots stamp')
  // Its client writes FILE.ots; the stand-in puts the hash of FILE into it.
  const ots = 'test "$1" = stamp && sha256sum < "$2" | cut -c1-64 | tr -d "\\n" > "$2.ots"'
  const { run, findAnchor } = await anchorWith(recipe, { ots })
  expect(await run()).toBeNull()
  const anchor = await findAnchor()
  expect(anchor).toMatchObject({ file: 'doubloon-2026-06-01.json.ots', day: '2026-06-01' })
  expect(Buffer.from(anchor?.receipt ?? '', 'base64').toString()).toBe(anchor?.hash)
})

test('the recipe for git pushes the signed text, and its receipt is the commit', async () => {
  const recipe = await readRecipe('git push')
  const { dataDir, run, findAnchor } = await anchorWith(recipe)
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const [remote, clone] = [join(dataDir, 'remote.git'), join(dataDir, 'anchors')]
  git('init', '-q', '--bare', remote)
  git('clone', '-q', remote, clone)
  for (const [name, value] of Object.entries({
    'user.name': 'a',
    'user.email': 'a@b.example',
    'push.default': 'current'
  }))
    git('-C', clone, 'config', name, value)
  expect(await run()).toBeNull()
  const anchor = await findAnchor()
  const commit = Buffer.from(anchor?.receipt ?? '', 'base64')
    .toString()
    .trim()
  const text = git('-C', remote, 'show', `${commit}:doubloon-2026-06-01.json`)
  expect(createHash('sha256').update(text).digest('hex')).toBe(anchor?.hash)
})

test('the recipe for mail sends the signed text', async () => {
  const recipe = await readRecipe('mail')
  const { dataDir, run, findAnchor } = await anchorWith(recipe, {
    mail: 'cat > "$0.sent"; echo "$@" >> "$0.args"'
  })
  expect(await run()).toBeNull()
  const sent = await readFile(join(dataDir, 'programs', 'mail.sent'))
  expect(createHash('sha256').update(sent).digest('hex')).toBe((await findAnchor())?.hash)
  expect(await readFile(join(dataDir, 'programs', 'mail.args'), 'utf8')).toBe(
    '-s Signed record you@example.com\n'
  )
})
