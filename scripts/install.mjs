// What for: brings node_modules (and with it the project's own Node 24) to what package-lock.json says.
// When: before `npm start` and `npm test`, by npm itself. Plain JavaScript, because the machine's Node may be 20.
import { execFileSync, execSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

const installed = 'node_modules/.package-lock.json'
const node = 'node_modules/.bin/node'
const isCurrent =
  existsSync(node) &&
  existsSync(installed) &&
  statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs
if (!isCurrent) {
  console.log('Installing dependencies ...')
  // Not `npm ci`: the lock file was written where only Linux binaries can be fetched, and newer npm versions
  // refuse one that names none of the other platforms' optional packages. This keeps to its versions all the
  // same, adds what the platform at hand needs, and leaves the file as it is.
  // With --include=dev, because a start builds the site, also where NODE_ENV says production.
  const quietly = '--no-audit --no-fund --loglevel=error'
  execSync(`npm install --no-save --include=dev --ignore-scripts ${quietly}`, { stdio: 'inherit' })
  // Scripts of no other package: left to itself, npm compiles better-sqlite3 too, which brings its binary, and fails
  // where there is no compiler.
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const allowed = Object.keys(allowScripts).filter((name) => existsSync(`node_modules/${name}`))
  execSync(`npm rebuild ${allowed.join(' ')} ${quietly}`, { stdio: 'inherit' })
}

const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
if (Number(version.slice(1).split('.')[0]) < 24) {
  console.error(
    `Doubloon brings Node 24 as the npm package "node", but found ${version} there. Remove node_modules and start again.`
  )
  process.exit(1)
}
