import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeBuild } from '../../admin-api/testing/fake-build.ts'
import { checkRenderer } from './check-service.ts'

test('the newest build renders a page, fails, or is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const site = { url: '', socialUrl: '', supportUrl: '', contactEmail: '' }
  expect(await checkRenderer(folder, site)).toMatchObject({ status: 'warning' })
  await makeBuild(folder, 'whole')
  expect(await checkRenderer(folder, site)).toMatchObject({ status: 'ok' })
  await makeBuild(folder, 'broken')
  const entry = join(folder, 'builds/broken/server/entry.mjs')
  await writeFile(entry, "export const render = async () => { throw new Error('no canvas') }")
  expect(await checkRenderer(folder, site)).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('no canvas')
  })
})
