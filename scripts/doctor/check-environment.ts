import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../admin-api/config.ts'
import { findConfigFaults, variableNames } from '../../admin-api/environment.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

export type Environment = Record<string, string | undefined>

/** Names every variable with a wrong value, and those that look like a misspelled one. */
export function checkConfiguration(environment: Environment): Finding[] {
  const faults = findConfigFaults(environment).map(({ sentence }) =>
    failed(`${sentence} Correct or remove it.`)
  )
  const misspelled = Object.keys(environment).flatMap((name) => {
    const meant = findMeantVariable(name)
    return meant === null ? [] : [warning(`${name} is not read: do you mean ${meant}?`)]
  })
  const findings = [...faults, ...misspelled]
  return findings.length === 0 ? [ok('Every variable has a value that is allowed.')] : findings
}

/** The environment without wrong variables, so that the other checks use their defaults. */
export function withoutFaults(environment: Environment): Environment {
  const wrong = new Set(findConfigFaults(environment).map(({ variable }) => variable))
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !wrong.has(name)))
}

/** Shorter names, such as HOST, resemble too many others. */
const shortestName = 6

/** Returns the variable of the service that differs in underscores, case or one letter; null if none does. */
function findMeantVariable(name: string): string | null {
  if (variableNames.includes(name)) return null
  const plain = toLetters(name)
  if (plain.length < shortestName) return null
  return variableNames.find((known) => differInOneLetter(plain, toLetters(known))) ?? null
}

function toLetters(name: string): string {
  return name.toUpperCase().replaceAll('_', '')
}

/** Whether at most one letter was replaced, added or left out. */
function differInOneLetter(left: string, right: string): boolean {
  const start = [...left].findIndex((letter, index) => letter !== right[index])
  if (start < 0) return right.length - left.length <= 1
  const [leftEnd, rightEnd] = [left.slice(start), right.slice(start)]
  const [leftRest, rightRest] = [leftEnd.slice(1), rightEnd.slice(1)]
  return leftRest === rightRest || leftRest === rightEnd || leftEnd === rightRest
}

/**
 * Adds the variables that the systemd unit of this installation sets; given variables take precedence.
 * @param installation the folder of the running command
 */
export function withUnit(environment: Environment, unit: string, installation: string): Environment {
  if (!existsSync(unit)) return environment
  const dropIns = `${unit}.d`
  const names = existsSync(dropIns) ? readdirSync(dropIns).sort() : []
  const files = [unit, ...names.filter((name) => name.endsWith('.conf')).map((name) => join(dropIns, name))]
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  if (/^WorkingDirectory=(.+)$/m.exec(text)?.[1] !== installation) return environment
  const set = [...text.matchAll(/^Environment="?([A-Z_]+)=([^"\n]*)"?$/gm)]
  return { ...Object.fromEntries(set.map(([, name, value]) => [name, value])), ...environment }
}

/** Checks that the shell finds the program that BACKUP_COMMAND starts with. */
export function checkBackupCommand({ backupCommand }: Pick<Config, 'backupCommand'>): Finding {
  if (backupCommand === null) return ok('Backups stay on this machine (no BACKUP_COMMAND).')
  const program = /^\s*(?:\w+=\S*\s+)*([\w./+-]+)/.exec(backupCommand)?.[1]
  // Only the shell can parse more than a command with arguments.
  if (program === undefined) return ok('BACKUP_COMMAND is set.')
  const isInstalled = spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', program]).status === 0
  return isInstalled
    ? ok(`BACKUP_COMMAND starts ${program}, which is installed.`)
    : failed(`BACKUP_COMMAND starts ${program}, which is not installed, so no backup leaves this machine.`)
}
