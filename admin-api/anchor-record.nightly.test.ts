// Shows the same on any database.
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { recordDayPath, recordKeysPath, recordSignaturesPath } from './contract/signed-record.ts'
import { openService } from './open-service.ts'
import { openTestDatabase } from './testing/database.ts'
import { forEachTest } from './testing/fixtures.ts'
import { fewMayFacts } from './testing/may-facts.ts'
import { runCommand } from './testing/real-server.ts'

const database = forEachTest(() => openTestDatabase('nothing'))

test('the service anchors a day once it is over, and verify-record checks the receipt with ots, if installed', async () => {
  await database.db.destroy()
  const site = join(database.folder, 'site')
  const environment = {
    ...database.environment,
    SITE_DIR: site,
    LOG_LEVEL: 'silent',
    MARKET_DATA: 'embedded',
    ANCHOR_COMMAND: 'sha256sum < "$1" > "$1.ots"'
  }
  const day = '2026-06-01'
  const open = async (at: string) => {
    const options = { publishes: false, clock: () => new Date(at), facts: fewMayFacts }
    const service = await openService(environment, options)
    service.startSchedule()
    const load = async (path: string) => {
      const page = await service.loadPage(path)
      return page !== null && 'data' in page ? JSON.stringify(page.data) : ''
    }
    return {
      load,
      readSignatures: async () => JSON.parse(await load(recordSignaturesPath)),
      close: service.close
    }
  }
  const evening = await open(`${day}T23:00:00Z`)
  expect(await evening.readSignatures()).toMatchObject({ signatures: [{ day }], anchors: [] })
  await evening.close()
  const { load, readSignatures, close } = await open('2026-06-02T12:00:00Z')
  while ((await readSignatures()).anchors.length === 0) await setTimeout(50)
  for (const path of [recordSignaturesPath, recordKeysPath, recordDayPath(day)]) {
    await mkdir(dirname(join(site, path)), { recursive: true })
    await writeFile(join(site, path), await load(path))
  }
  await close()

  const programs = join(database.folder, 'programs')
  const verify = (PATH: string) => runCommand(database.folder, 'verify-record.ts', [site], { PATH })
  const without = await verify(programs)
  expect(without).toMatchObject({ code: 0 })
  expect(without.printed).toContain(`1 receipt of a witness; newest: ${day}.`)
  expect(without.printed).toContain('were not checked: its client `ots` is not installed.')
  // A stand-in that compares the digest like the client: ots verify -d DIGEST FILE.
  await mkdir(programs)
  const answers = [
    'grep -q "$3" "$4" && { echo "Success! Bitcoin attests data existed" >&2; exit; }',
    'echo "Digest provided does not match digest in timestamp" >&2; exit 1'
  ]
  await writeFile(join(programs, 'ots'), `#!/bin/sh\n${answers.join('\n')}\n`)
  await chmod(join(programs, 'ots'), 0o755)
  const path = `${programs}:${process.env['PATH']}`
  expect(await verify(path)).toMatchObject({
    code: 0,
    printed: expect.stringContaining(`OpenTimestamps, ${day}: Success! Bitcoin attests data existed`)
  })
  const file = join(site, recordSignaturesPath)
  const forged = Buffer.from('of another hash').toString('base64')
  await writeFile(file, (await readFile(file, 'utf8')).replace(/"receipt":"[^"]+"/, `"receipt":"${forged}"`))
  expect(await verify(path)).toMatchObject({
    code: 1,
    printed: expect.stringContaining('FAILED: a receipt is for another hash')
  })
})
