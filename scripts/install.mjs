// Updates node_modules, which contains Node 24, to package-lock.json. Plain JavaScript: the machine may have Node 20.
// When: before each command of package.json, run by npm (`pre...` scripts).
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
  // Not `npm ci`: newer npm versions reject this lock file, which lists optional packages of Linux only. This keeps its
  // versions, adds those of the platform, and doesn't change the file. Includes dev packages even if NODE_ENV is
  // production, because a start builds the site.
  const quietly = '--no-audit --no-fund --loglevel=error'
  execSync(`npm install --no-save --include=dev --ignore-scripts ${quietly}`, { stdio: 'inherit' })
  // Runs install scripts of these packages only: npm would also compile better-sqlite3, which contains a binary, and
  // fail without a compiler.
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
