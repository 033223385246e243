// What for: brings node_modules (and with it the project's own Node 24) to what package-lock.json says.
// When: before `npm start` and `npm test`, by npm itself. Plain JavaScript, because the machine's Node may be 20.
import { execFileSync, execSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

const installed = 'node_modules/.package-lock.json'
const isCurrent =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs
if (!isCurrent) {
  console.log('Installing dependencies ...')
  // Not `npm ci`: the lock file was written where only Linux binaries can be fetched, and newer npm versions
  // refuse one that names none of the other platforms' optional packages. This keeps to its versions all the
  // same, adds what the platform at hand needs, and leaves the file as it is.
  // With --include=dev, because a start builds the site, also where NODE_ENV says production.
  execSync('npm install --no-save --include=dev --no-audit --no-fund --loglevel=error', { stdio: 'inherit' })
}

const version = execFileSync('node_modules/.bin/node', ['--version'], { encoding: 'utf8' }).trim()
if (Number(version.slice(1).split('.')[0]) < 24) {
  console.error(
    `Doubloon brings Node 24 as the npm package "node", but found ${version} there. Remove node_modules and start again.`
  )
  process.exit(1)
}
