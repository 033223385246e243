// What for: brings node_modules (and with it the project's own Node 24) to what package-lock.json says.
// When: before `npm start` and `npm test`, by npm itself. Plain JavaScript, because the machine's Node may be 20.
import { execFileSync, execSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const installed = 'node_modules/.package-lock.json'
const isCurrent =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs
if (!isCurrent) {
  console.log('Installing dependencies (npm ci) ...')
  execSync('npm ci --no-audit --no-fund', { stdio: 'inherit' })
}

const version = execFileSync('node_modules/.bin/node', ['--version'], { encoding: 'utf8' }).trim()
if (Number(version.slice(1).split('.')[0]) < 24) {
  console.error(
    `Doubloon brings Node 24 as the npm package "node", but found ${version} there. Remove node_modules and start again.`
  )
  process.exit(1)
}
