import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFamilies } from '../../../data/read-facts.ts'
import { sourceIds } from '../../contract/sources.ts'
import { allSources, sources } from './register.ts'
import { mostAnnouncementRequests } from './source.ts'

test('every source of the contract is registered under its id, with an address for its robots.txt', () => {
  expect(Object.keys(sources)).toEqual([...sourceIds])
  for (const { id, robots, terms } of allSources) {
    expect(sources[id].id).toBe(id)
    for (const address of [...robots.addresses, terms.url]) expect(address).toMatch(/^https:\/\/[^/]+\//)
  }
})

test('the table of sources in the docs has each with its default and variable', () => {
  const lines = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8').split('\n')
  for (const { name, needsPermission, needsContact, variable } of allSources) {
    const row = lines.find((line) => line.trim().startsWith(`| ${name} `)) ?? ''
    const [, , byDefault, wins] = row.split('|').map((cell) => cell.trim())
    const expected = needsPermission !== null ? 'off' : needsContact ? 'on, with CONTACT_EMAIL' : 'on'
    expect([name, byDefault, wins]).toEqual([name, expected, variable])
  }
})

test('sources of announcements name families of the project and share one limit', () => {
  const families = readFamilies().map(({ family }) => family)
  for (const { announces, mostRequests } of allSources) {
    if (announces === undefined) continue
    expect(families).toEqual(expect.arrayContaining([...announces.families]))
    expect(mostRequests).toBe(mostAnnouncementRequests)
  }
})
