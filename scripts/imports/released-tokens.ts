import { readFileSync, writeFileSync } from 'node:fs'

/** Tokens of product code by module when a version was released. */
export type ReleasedTokens = { version: string; tokens: Record<string, number> }

const file = 'scripts/imports/released-tokens.json'

export function readReleasedTokens(): ReleasedTokens {
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function writeReleasedTokens(released: ReleasedTokens): void {
  writeFileSync(file, `${JSON.stringify(released, null, 2)}\n`)
}
