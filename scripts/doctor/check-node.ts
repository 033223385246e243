import { type Finding, failed, ok } from './finding.ts'

/** The one that the project brings, and newer ones. */
const leastMajor = 24

export function checkNode(version = process.versions.node): Omit<Finding, 'name'> {
  if (Number(version.split('.')[0]) >= leastMajor) return ok(`This is Node ${version}.`)
  return failed(
    `This is Node ${version}, and ${leastMajor} is needed: start everything by npm, which takes the project's own.`
  )
}
