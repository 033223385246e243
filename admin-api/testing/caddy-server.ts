import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from './postgres-server.ts'

export const hasCaddy = spawnSync('caddy', ['version']).status === 0

export type CaddyServer = { url: string; stop: () => Promise<void> }

/** Starts Caddy with the unchanged Caddyfile, but without its admin port, in front of instances at these addresses. */
export async function startCaddy(
  instanceUrls: readonly string[],
  caddyfile = 'deploy/Caddyfile'
): Promise<CaddyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-caddy-'))
  const url = `http://127.0.0.1:${await findFreePort()}`
  const config = join(folder, 'Caddyfile')
  await writeFile(config, `{\n\tadmin off\n}\n${await readFile(caddyfile, 'utf8')}`)
  const addresses = instanceUrls.map((instance) => new URL(instance).host).join(' ')
  const env = { ...process.env, HOME: folder, SITE_URL: url, NODES: addresses }
  const caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env,
    stdio: 'ignore'
  })
  const ended = once(caddy, 'exit')
  const answers = () => fetch(url, { method: 'HEAD' }).then(Boolean, () => false)
  while (!(await answers())) {
    if (caddy.exitCode !== null) throw new Error(`Caddy ended with code ${caddy.exitCode}`)
    await setTimeout(50)
  }
  return {
    url,
    stop: async () => {
      caddy.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    }
  }
}
