import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const workflow = readFileSync('.github/workflows/release.yml', 'utf8')
let folder: string

const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doubloon-release-'))
  write('package.json', '{\n  "name": "doubloon",\n  "version": "0.2.0",\n  "type": "module"\n}\n')
  const lock = { name: 'doubloon', version: '0.2.0', packages: { '': { version: '0.2.0', license: 'MIT' } } }
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  mkdirSync(join(folder, 'scripts/imports'), { recursive: true })
  write('scripts/imports/released-tokens.json', '{ "version": "0.1.0", "tokens": {} }\n')
  mkdirSync(join(folder, 'admin-api/numbers'), { recursive: true })
  write('admin-api/numbers/rate.ts', 'const rate = 0.25\n')
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 (2026-11-01)\n\n- Old.\n')
  git('init', '--quiet')
  git('config', 'user.name', 'Anne')
  git('config', 'user.email', 'anne@doubloon.example')
  git('add', '.')
  git('commit', '--quiet', '--message', 'First')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function release(version: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [resolve('scripts/release.ts'), version], {
    cwd: folder,
    encoding: 'utf8'
  })
  return stdout + stderr
}

/** Runs a step of the release workflow as GitHub does. */
function runStep(name: string, environment: Record<string, string>): string {
  const [, script = ''] = workflow.split(`- name: ${name}\n`)[1]?.split(' run: |\n') ?? []
  const [indent = ''] = /^ +/.exec(script) ?? []
  const lines = script.split('\n')
  const end = lines.findIndex((line) => !line.startsWith(indent))
  const body = lines.slice(0, end).map((line) => line.slice(indent.length))
  expect(body, name).not.toEqual([])
  const options = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', body.join('\n')]
  const { stdout, stderr } = spawnSync('bash', options, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...environment }
  })
  return stdout + stderr
}

test('a release has its version, its heading with the date, a commit and a tag', () => {
  expect(release('0.10.0')).toContain('git push --follow-tags')
  const today = new Date().toISOString().slice(0, 10)
  expect(JSON.parse(read('package.json'))).toEqual({ name: 'doubloon', version: '0.10.0', type: 'module' })
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.10.0',
    packages: { '': { version: '0.10.0', license: 'MIT' } }
  })
  expect(read('CHANGELOG.md')).toBe(
    `# Changelog\n\n## Unreleased\n\n## 0.10.0 (${today})\n\n- New.\n\n## 0.2.0 (2026-11-01)\n\n- Old.\n`
  )
  expect(JSON.parse(read('scripts/imports/released-tokens.json'))).toEqual({
    version: '0.10.0',
    tokens: { 'admin-api/numbers': 6 }
  })
  expect(git('status', '--porcelain')).toBe('')
  expect(git('log', '-1', '--format=%s', 'v0.10.0')).toBe('deploy: release 0.10.0')

  // What the workflow does with this tag.
  expect(runStep('Read the release notes', { GITHUB_REF_NAME: 'v0.10.0' })).toBe('')
  expect(read('notes.md').trim()).toBe('- New.')
  expect(runStep('Read the release notes', { GITHUB_REF_NAME: 'v0.1.0' })).toContain('has no heading')
  const output = join(folder, 'output')
  const comparison = { IMAGE: 'ghcr.io/you/doubloon', GITHUB_OUTPUT: output }
  expect(runStep('Compare tag and version', { ...comparison, GITHUB_REF_NAME: 'v0.10.0' })).toBe('')
  const epoch = git('log', '-1', '--format=%ct')
  expect(readFileSync(output, 'utf8')).toBe(
    `version=0.10.0\nepoch=${epoch}\nlatest=ghcr.io/you/doubloon:latest\n`
  )
  expect(runStep('Compare tag and version', { ...comparison, GITHUB_REF_NAME: 'v0.11.0' })).toBe(
    'The tag is v0.11.0, package.json says 0.10.0.\n'
  )
  // The second release has nothing to say yet.
  expect(release('0.11.0')).toContain('nothing under "## Unreleased"')
})

test('latest stays with the last stable version when a prerelease is tagged', () => {
  write('package.json', '{\n  "version": "0.3.0-rc.1"\n}\n')
  const output = join(folder, 'output')
  const environment = { IMAGE: 'ghcr.io/you/doubloon', GITHUB_OUTPUT: output, GITHUB_REF_NAME: 'v0.3.0-rc.1' }
  expect(runStep('Compare tag and version', environment)).toBe('')
  expect(readFileSync(output, 'utf8')).toMatch(/^version=0\.3\.0-rc\.1\nepoch=\d+\nlatest=\n$/)
})

// The recipe of docs/contributing.md and deploy/README.md.
test('a tag signed with an SSH key is verified by a clone that trusts the key', () => {
  const key = join(folder, '.git/signing')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'anne@doubloon.example', '-f', key])
  git('config', 'gpg.format', 'ssh')
  git('config', 'user.signingKey', `${key}.pub`)
  git('config', 'tag.gpgSign', 'true')
  expect(release('0.3.0')).toContain('Version 0.3.0 is committed and tagged.')

  const verify = (signers: string) => {
    writeFileSync(join(folder, '.git/allowed_signers'), signers)
    return spawnSync(
      'git',
      ['-c', 'gpg.ssh.allowedSignersFile=.git/allowed_signers', 'verify-tag', 'v0.3.0'],
      {
        cwd: folder,
        encoding: 'utf8'
      }
    )
  }
  const publicKey = readFileSync(`${key}.pub`, 'utf8')
  expect(verify(`anne@doubloon.example ${publicKey}`)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('Good "git" signature for anne@doubloon.example')
  })
  expect(verify('').status).not.toBe(0)
})

test.each([
  ['an unclean tree', '0.3.0', () => write('new.txt', ''), 'uncommitted changes'],
  ['an existing tag', '0.3.0', () => git('tag', 'v0.3.0'), 'The tag v0.3.0 exists'],
  ['a lower version', '0.1.9', () => undefined, 'lower than 0.2.0'],
  ['a version of two numbers', '0.3', () => undefined, 'three numbers']
])('%s is refused, and nothing changes', (_case, version, arrange, reason) => {
  arrange()
  const before = [git('status', '--porcelain'), git('log', '--format=%H'), git('tag'), read('package.json')]
  expect(release(version)).toContain(reason)
  expect([git('status', '--porcelain'), git('log', '--format=%H'), git('tag'), read('package.json')]).toEqual(
    before
  )
})
