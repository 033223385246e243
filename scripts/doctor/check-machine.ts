import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Config } from '../../admin-api/config.ts'
import { type Health, readHealth } from '../../admin-api/contract/system.ts'
import {
  type DiskSpace,
  describeLack,
  type Folder,
  findLackOfRoom,
  formatBytes,
  readDisks
} from '../../admin-api/operations/health/disk-space.ts'
import { messageOf } from '../command.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** Major version of the Node in package.json. */
const minNodeMajor = 24

export function checkNodeVersion(version = process.versions.node): Finding {
  if (Number(version.split('.')[0]) >= minNodeMajor) return ok(`This is Node ${version}.`)
  return failed(
    `This is Node ${version}, but ${minNodeMajor} is needed: run everything with npm, which uses the project's own.`
  )
}

/** Checks that a file can be created in each folder, or in its nearest existing parent. */
export async function checkWriteRights(folders: readonly Folder[]): Promise<Finding[]> {
  return Promise.all(
    folders.map(async ({ variable, path }) => {
      const existing = findExisting(path)
      // Several folders may have the same parent.
      const probe = join(existing, `.doctor-${process.pid}-${variable}`)
      try {
        await writeFile(probe, '')
        await rm(probe)
      } catch (error) {
        return failed(
          `Nothing can be written to ${existing}, for ${variable}: ${messageOf(error)}. Make the user that runs the service its owner, or set ${variable} to another folder.`
        )
      }
      return ok(`${variable} (${path}) ${existing === path ? 'can be written to' : 'can be created'}.`)
    })
  )
}

/** Share of free disk space below which the check fails. */
const minFreeShare = 0.01
/** The site needs 60 MB, and the database grows by as much in a few years. */
const minFreeBytes = 200e6
const usualFreeBytes = 1e9

export async function checkDisks(folders: readonly Folder[]): Promise<Finding[]> {
  const disks = await readDisks(folders.map((folder) => ({ ...folder, path: findExisting(folder.path) })))
  return disks.map(judgeDisk)
}

export function judgeDisk(disk: DiskSpace): Finding {
  const lack = findLackOfRoom(disk)
  if (disk.freeBytes < minFreeBytes) return failed(describeLack(disk))
  if (lack !== null) return disk.freeShare < minFreeShare ? failed(lack) : warning(lack)
  if (disk.freeBytes < usualFreeBytes) return warning(describeLack(disk))
  const names = disk.folders.map(({ variable }) => variable).join(', ')
  return ok(`${formatBytes(disk.freeBytes)} are free for ${names}.`)
}

/** Checks that the port is free, or that the service already listens on it. */
export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const probe = createServer().listen(port, host)
  try {
    await once(probe, 'listening')
    probe.close()
    return ok(`Port ${port} of ${host} is free.`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'EADDRINUSE')
      return failed(
        `The service can't listen on port ${port} of ${host}: ${messageOf(error)}. Set HOST and PORT.`
      )
  }
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  return (await fetchHealth(address).catch(() => null)) !== null
    ? ok(`The service listens on port ${port}.`)
    : failed(`Port ${port} is in use by something else: stop what runs there, or set PORT to another one.`)
}

/** Health of the service at an address; null if something else answers. @throws if nothing does */
export async function fetchHealth(address: string): Promise<Health | null> {
  const response = await fetch(address + readHealth.path, { signal: AbortSignal.timeout(timeoutMs) })
  return readHealth.output.safeParse(await response.json().catch(() => null)).data ?? null
}

function findExisting(path: string): string {
  const parent = dirname(path)
  return existsSync(path) || parent === path ? path : findExisting(parent)
}

/** Second-factor codes change every 30 seconds. */
const maxDifferenceMs = 30_000
const timeoutMs = 5000

/** Compares the clock of this machine with that of the first address that answers. */
export async function checkClock(
  addresses: readonly string[],
  now: () => Date = () => new Date()
): Promise<Finding> {
  for (const address of addresses) {
    const difference = await compareWith(address, now)
    if (difference === null) continue
    const seconds = Math.round(Math.abs(difference) / 1000)
    const other = `that of ${new URL(address).host}`
    if (Math.abs(difference) <= maxDifferenceMs) return ok(`The clock agrees with ${other} to ${seconds} s.`)
    const way = difference > 0 ? 'ahead of' : 'behind'
    return failed(
      `The clock is ${seconds} s ${way} ${other}: synchronize it with time servers (timedatectl set-ntp true). Second-factor codes and the schedule depend on it.`
    )
  }
  return warning('No server responded with the time, so the clock was not checked.')
}

/**
 * Milliseconds that our clock is ahead; null without a response that has a date. A date header has whole seconds, so
 * half a second is added.
 */
async function compareWith(address: string, now: () => Date): Promise<number | null> {
  try {
    const response = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) })
    const theirs = Date.parse(response.headers.get('date') ?? '')
    return Number.isNaN(theirs) ? null : now().getTime() - (theirs + 500)
  } catch {
    return null
  }
}
