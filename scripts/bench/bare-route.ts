// Child process of the benchmark, the reference for the search load: an Express route that parses JSON and answers a fixed body.
// Argument: the body.
import express from 'express'

const body: unknown = JSON.parse(process.argv[2] ?? '{}')
const app = express()
app.post('/bare', express.json(), (_request, response) => void response.json(body))
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
