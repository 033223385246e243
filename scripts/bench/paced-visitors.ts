// Child process of the benchmark: requests pages at a constant rate and reports response times at the end.
// Arguments: ORIGIN REQUESTS-PER-SECOND PATH ... Separate from its parent, whose work would distort the times.
import { Agent, get } from 'node:http'

const [origin = '', rate = '', ...paths] = process.argv.slice(2)
/** Not that of the parent, which may use up the limits of its address. Only Linux has it without setup. */
const ownAddress = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}
const agent = new Agent({ keepAlive: true })
const milliseconds: number[] = []
let requests = 0
let refused = 0

const timer = setInterval(() => {
  const path = paths[requests % paths.length]
  requests += 1
  const startedAt = performance.now()
  const options = { agent, headers: { 'accept-encoding': 'br' }, ...ownAddress }
  const request = get(origin + path, options, (response) => {
    if (response.statusCode !== 200) refused += 1
    response.resume()
    response.on('end', () => milliseconds.push(performance.now() - startedAt))
  })
  request.on('error', () => (refused += 1))
}, 1000 / Number(rate))

process.once('message', () => {
  clearInterval(timer)
  milliseconds.sort((a, b) => a - b)
  const [median, p99] = [0.5, 0.99].map((share) => milliseconds[Math.floor(milliseconds.length * share)])
  process.send?.({ requests, refused, median, p99, slowest: milliseconds.at(-1) })
  process.disconnect()
  agent.destroy()
})
