// Updates node_modules, which contains Node 24, to package-lock.json. Plain JavaScript: the machine may have Node 20.
// When: before each command of package.json, run by npm (`pre...` scripts). With `--tests` also what only tests, checks and
// the benchmark need (devDependencies), half of all packages. With `--locked`, in the image, exactly what the lock file has.
import { execFileSync, execSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

const installed = 'node_modules/.package-lock.json'
const node = 'node_modules/.bin/node'
const hasTestTools = existsSync('node_modules/vitest')
const needsTestTools = process.argv.includes('--tests')
const isCurrent =
  existsSync(node) &&
  existsSync(installed) &&
  (hasTestTools || !needsTestTools) &&
  statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs
if (!isCurrent) {
  const what = needsTestTools ? 'dependencies and the tools of tests' : 'dependencies'
  console.log(`Installing ${what} (once, half a minute to a minute) ...`)
  // Usually not `npm ci`, which removes everything first. This keeps the versions of the lock file and doesn't change it.
  // Test tools stay once they are installed.
  const quietly = '--no-audit --no-fund --loglevel=error'
  const kinds = hasTestTools || needsTestTools ? '--include=dev' : '--omit=dev'
  const install = process.argv.includes('--locked') ? 'npm ci' : 'npm install --no-save'
  execSync(`${install} ${kinds} --ignore-scripts ${quietly}`, { stdio: 'inherit' })
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
