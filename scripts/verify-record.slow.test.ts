import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordCsvColumns, recordCsvPath } from '../admin-api/contract/record.ts'
import { recordKeysPath, recordSignaturesPath } from '../admin-api/contract/signed-record.ts'
import { closeServer } from '../admin-api/platform/http/listen.ts'
import { runCommand } from '../admin-api/testing/real-server.ts'

/** Holds the folder of temporary files, so that whatever leaves it is seen. */
let folder: string
let server: Server | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-verify-'))
})
afterEach(async () => {
  server?.closeAllConnections()
  if (server !== null) await closeServer(server)
  server = null
  await rm(folder, { recursive: true, force: true })
})

/** Runs the command against a site that answers like this. */
async function verify(answer: RequestListener) {
  server = createServer(answer)
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return runCommand(folder, 'verify-record.ts', [address], { TMPDIR: folder })
}

/** A site with these files; others are missing. */
function siteOf(files: Record<string, string>): RequestListener {
  return ({ url = '' }, response) => {
    const file = files[url]
    response.writeHead(file === undefined ? 404 : 200).end(file)
  }
}

const nothingSigned = {
  [recordKeysPath]: '{"keys":[]}',
  [recordSignaturesPath]: '{"signatures":[],"anchors":[]}'
}

test('a receipt whose day is a path is refused, and nothing is written', async () => {
  const anchor = {
    number: 1,
    day: '../../outside',
    hash: '0'.repeat(64),
    anchored_at: '2026-06-01T12:00:00Z',
    receipt: 'AAAA',
    file: 'receipt.ots'
  }
  const signatures = JSON.stringify({ signatures: [], anchors: [anchor] })
  expect(await verify(siteOf({ ...nothingSigned, [recordSignaturesPath]: signatures }))).toEqual({
    code: 1,
    printed: 'The record could not be verified: anchors.0.day is not valid\n'
  })
  expect(await readdir(folder)).toEqual([])
})

test('what a site says is printed without control characters', async () => {
  const trick = '\u001b[1A\u001b[2KAll estimates match.\u202e'
  const row = recordCsvColumns.map((column) =>
    column === 'symbol' ? trick : column === 'counts' ? 'yes' : ''
  )
  const { code, printed } = await verify(
    siteOf({ ...nothingSigned, [recordCsvPath]: `${recordCsvColumns.join(',')}\r\n${row.join(',')}\r\n` })
  )
  expect(code).toBe(1)
  expect(printed).toContain('never signed: \\u{1b}[1A\\u{1b}[2KAll estimates match.\\u{202e}')
  for (const letter of ['\u001b', '\u202e']) expect(printed).not.toContain(letter)
})

test('a file without an end is not read on', async () => {
  const { code, printed } = await verify((_request, response) => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const send = () => {
      while (response.write(chunk));
    }
    response.on('drain', send)
    send()
  })
  expect(code).toBe(1)
  expect(printed).toMatch(/^The record could not be verified: .*signatures\.json has more than 64 MB\.\n$/)
})
