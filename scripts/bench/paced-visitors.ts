import { Agent, get } from 'node:http'

/**
 * A process of its own that asks for one page after the other at an even pace, as visitors do, and says at the end how long
 * the answers took: `ORIGIN REQUESTS-A-SECOND PATH ...`. Its parent has other work, which would be taken for slowness.
 */
const [origin = '', rate = '', ...paths] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })
const milliseconds: number[] = []
let asked = 0
let refused = 0

const asking = setInterval(() => {
  const path = paths[asked % paths.length]
  asked += 1
  const startedAt = performance.now()
  const request = get(origin + path, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
    if (response.statusCode !== 200) refused += 1
    response.resume()
    response.on('end', () => milliseconds.push(performance.now() - startedAt))
  })
  request.on('error', () => (refused += 1))
}, 1000 / Number(rate))

process.once('message', () => {
  clearInterval(asking)
  milliseconds.sort((a, b) => a - b)
  const [median, p99] = [0.5, 0.99].map((share) => milliseconds[Math.floor(milliseconds.length * share)])
  process.send?.({ asked, refused, median, p99, slowest: milliseconds.at(-1) })
  process.disconnect()
  agent.destroy()
})
