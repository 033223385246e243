import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { recordSignaturesPath } from '../../admin-api/contract/signed-record.ts'
import { hasCaddy, startCaddy } from '../../admin-api/testing/caddy-server.ts'
import { type Figure, milliseconds } from './report.ts'

/** Pages that visitors read while one client attacks. */
const pages = ['/', '/msty', '/ulty', '/calendar', '/blog']
const pagesPerSecond = 50
const attackMs = 15_000
/** Time in which memory has to return after the last attack. */
const restMs = 60_000
const sampleMs = 250
const budget = { megabytes: 600, pageMs: 200 }

/** Begins an attack on the server. @returns ends it */
type Attack = (origin: string) => Promise<() => void>

/**
 * Measures memory of the service, and pages of other visitors, while one client does its worst: connections that don't
 * read, requests sent ahead, and malformed bodies through Caddy. Every attack is on this machine and ends by itself.
 */
export async function measureOneClient(origin: string, readMegabytes: () => number): Promise<Figure[]> {
  const file = await findLargestFile(origin)
  const figures: Figure[] = []
  const measure = async (what: string, attack: Attack, attacked: string) => {
    const { peak, seen } = await runAttack(attack, attacked, readMegabytes)
    figures.push(
      { what: `most memory during ${what}`, measured: `${peak} MB`, budget: `${budget.megabytes} MB` },
      milliseconds(
        `p99 of other visitors’ pages during ${what}`,
        seen.p99 ?? Number.POSITIVE_INFINITY,
        budget.pageMs,
        `of ${seen.requests} (median ${Math.round(seen.median ?? 0)} ms, ${seen.refused} refused)`
      )
    )
  }
  await measure('1,000 requests sent ahead', connectDeaf(1, file, 1000), origin)
  await measure('3 × 1,500 requests sent ahead', connectDeaf(3, file, 1500), origin)
  await measure('800 connections that don’t read', connectDeaf(800, file, 1), origin)
  if (hasCaddy) {
    const caddy = await startCaddy([origin])
    await measure('800 connections through Caddy that don’t read', connectDeaf(800, file, 1), caddy.url)
    await measure('2 malformed bodies a second through Caddy', sendMalformedChunks(2), caddy.url)
    await caddy.stop()
  } else console.log('Attacks through Caddy skipped: it is not installed.')
  await setTimeout(restMs)
  figures.push({
    what: 'memory a minute after these attacks',
    measured: `${readMegabytes()} MB`,
    budget: `${budget.megabytes} MB`
  })
  return figures
}

/** The file of the day on which the record began has all backtested estimates. */
async function findLargestFile(origin: string): Promise<string> {
  const { signatures } = (await (await fetch(origin + recordSignaturesPath)).json()) as {
    signatures: { day: string }[]
  }
  return `/data/record/${signatures[0]?.day}.json`
}

type Seen = { requests: number; refused: number; median?: number; p99?: number }

async function runAttack(
  attack: Attack,
  origin: string,
  readMegabytes: () => number
): Promise<{ peak: number; seen: Seen }> {
  let peak = readMegabytes()
  const sampling = setInterval(() => {
    peak = Math.max(peak, readMegabytes())
  }, sampleMs)
  const script = new URL('./paced-visitors.ts', import.meta.url)
  const visitors = fork(script, [origin, String(pagesPerSecond), ...pages])
  const reported = once(visitors, 'message')
  const end = await attack(origin)
  await setTimeout(attackMs)
  visitors.send('stop')
  const [seen] = await reported
  end()
  clearInterval(sampling)
  return { peak, seen }
}

/** Opens connections that each send requests for `path` and read nothing of the responses. */
function connectDeaf(count: number, path: string, requests: number): Attack {
  return async (origin) => {
    const { host, hostname, port } = new URL(origin)
    const text = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(requests)
    const sockets = new Set<Socket>()
    for (let i = 0; i < count; i += 1) {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket))
      socket.once('connect', () => socket.pause().write(text))
      sockets.add(socket)
      if (i % 50 === 49) await setTimeout(50)
    }
    return () => sockets.forEach((socket) => void socket.destroy())
  }
}

/** Sends request bodies in malformed chunks. */
function sendMalformedChunks(perSecond: number): Attack {
  return async (origin) => {
    const { host, hostname, port } = new URL(origin)
    const head = `POST /api/stock/search HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json`
    const timer = setInterval(() => {
      const socket = connect({ host: hostname, port: Number(port) })
      socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n`)
      socket.on('error', () => undefined).resume()
      socket.setTimeout(5000, () => socket.destroy())
    }, 1000 / perSecond)
    return () => clearInterval(timer)
  }
}
