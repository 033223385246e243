import { closeServer, listen } from './platform/http/listen.ts'
import { openService } from './open-service.ts'

/** To tell the operator; nobody is served meanwhile. */
const longestEndMs = 3000

try {
  await start()
} catch (error) {
  process.stderr.write(`Doubloon can't start: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const service = await openService(process.env)
  // At once: when the port turns out to be taken, nothing would ever show it again.
  const newPassword = await service.ensurePassword()
  if (newPassword !== null) process.stdout.write(`Admin password, shown this once: ${newPassword}\n`)
  const { server, url } = await listen(service.app, service.config)
  service.publisher.start()
  service.pictures.start()
  service.startSchedule()

  let isStopping = false
  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    await closeServer(server)
    await service.close()
    process.exit(0)
  }
  let isEnding = false
  /** With a code by which its supervisor knows to start it again. What was answered is kept already. */
  async function endByFault(error: unknown): Promise<void> {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), longestEndMs)
    server.close()
    await service.tellOfFault(error)
    process.exit(1)
  }
  process.on('uncaughtException', endByFault)
  process.on('unhandledRejection', endByFault)
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Last: who waits for this line may end the service at once.
  process.stdout.write(`Doubloon is ready at ${url}\n`)
}
