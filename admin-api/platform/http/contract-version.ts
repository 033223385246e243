import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { RequestHandler } from 'express'
import { contractVersionHeader } from '../../contract/headers.ts'

const folder = new URL('../../contract/', import.meta.url)

/** Hash of the contract's sources, which the service and the build of the site have in common. */
export const contractVersion = hashOfContract()

/** Sends the version of the contract, so that pages of another build check answers instead of trusting them. */
export const sendContractVersion: RequestHandler = (_request, response, next) => {
  response.set(contractVersionHeader, contractVersion)
  next()
}

function hashOfContract(): string {
  const hash = createHash('sha256')
  const sources = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))
  for (const name of sources.sort()) hash.update(`${name}\0`).update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 16)
}
