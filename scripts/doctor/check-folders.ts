import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findLackOfRoom } from '../../admin-api/operations/health/probe-disks.ts'
import { type Folder, readDisks } from '../../admin-api/platform/files/disk-space.ts'
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'

/** Whether a file can be made in each folder, or in what is there of the way to it. */
export async function checkWriteRights(folders: readonly Folder[]): Promise<Omit<Finding, 'name'>[]> {
  return Promise.all(
    folders.map(async ({ variable, path }) => {
      const there = findExisting(path)
      const probe = join(there, `.doctor-${process.pid}`)
      try {
        await writeFile(probe, '')
        await rm(probe)
      } catch (error) {
        return failed(
          `Nothing can be written to ${there}, for ${variable}: ${reasonOf(error)}. Give the folder to the user that runs the service, or let ${variable} name another.`
        )
      }
      return ok(`${variable} (${path}) ${there === path ? 'can be written to' : 'can be made'}.`)
    })
  )
}

/** What is free of the disks of the folders. */
export async function checkDisks(folders: readonly Folder[]): Promise<Omit<Finding, 'name'>[]> {
  const disks = await readDisks(folders.map((folder) => ({ ...folder, path: findExisting(folder.path) })))
  return disks.map((disk) => {
    const lack = findLackOfRoom(disk)
    if (lack !== null) return disk.freeShare < hopelessShare ? failed(lack) : warning(lack)
    const names = disk.folders.map(({ variable }) => variable).join(', ')
    return ok(`${(disk.freeBytes / 1e9).toFixed(1)} GB are free for ${names}.`)
  })
}

const hopelessShare = 0.01

function findExisting(path: string): string {
  const parent = dirname(path)
  return existsSync(path) || parent === path ? path : findExisting(parent)
}
