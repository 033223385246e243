import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './testing/operator.ts'
import { copyFolder, makePublishedFolder, startIn } from './testing/real-server.ts'
import type { RunningServer } from './testing/start-server.ts'
import { waitUntilPublished } from './testing/wait-until-published.ts'

/** Numbers of prctl, and of the calls that `systemd-analyze syscall-filter @resources` lists. */
const systemCalls: Record<string, { prctl: number; resources: readonly number[] }> = {
  x64: { prctl: 157, resources: [141, 142, 144, 160, 203, 237, 238, 251, 256, 279, 314, 450] },
  arm64: { prctl: 167, resources: [30, 118, 119, 122, 140, 164, 235, 237, 238, 239, 274, 450] }
}
const { prctl, resources } = systemCalls[process.arch] ?? { prctl: 0, resources: [] }
const launcher = [
  'perl',
  join(import.meta.dirname, 'testing/deny-system-calls.pl'),
  String(prctl),
  resources.join()
]
const canRestrict =
  process.platform === 'linux' && spawnSync('perl', [...launcher.slice(1), 'true']).status === 0

let folder: string
let server: RunningServer | null = null
beforeAll(async () => {
  const published = await makePublishedFolder()
  folder = await copyFolder(published)
  await rm(published, { recursive: true, force: true })
  await rm(join(folder, 'site'), { recursive: true, force: true })
})
afterAll(async () => {
  await server?.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test.runIf(canRestrict)(
  'if threads may not change their priority, pages are rendered and figures change',
  async () => {
    server = await startIn(folder, {}, { launcher })
    const { url } = server
    expect((await fetch(`${url}/msty`)).status).toBe(200)
    await waitUntilPublished(url)
    const added = await fetch(`${url}/api/admin/dividend-history`, {
      method: 'POST',
      headers: await logIn(url),
      body: JSON.stringify({
        ticker: 'MSTY',
        payment_date: '2024-03-01',
        estimated_dividend: 0.5,
        actual_dividend: 0.5,
        frequency: 'MONTHLY'
      })
    })
    expect([added.status, await added.text()]).toEqual([201, expect.stringContaining('2024-03-01')])
    expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({ ready: true, renderer: 'ok' })
    expect(server.complaints()).toBe('')
  }
)
