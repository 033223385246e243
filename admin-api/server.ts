import { setTimeout } from 'node:timers/promises'
import { openService } from './open-service.ts'
import { closeGradually, listen } from './platform/http/listen.ts'

/** Time to notify the operator of a crash; requests are not served meanwhile. */
const longestEndMs = 3000

try {
  await start()
} catch (error) {
  process.stderr.write(`Doubloon can't start: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const service = await openService(process.env)
  // Before listening: if the port is taken, the password would never be shown again.
  const newPassword = await service.ensurePassword()
  if (newPassword !== null) process.stdout.write(`Admin password, shown this once: ${newPassword}\n`)
  const { server, url } = await listen(service.app, service.config)
  service.publisher.start()
  service.pictures.start()
  service.startSchedule()

  let isStopping = false
  const noticed = Promise.withResolvers<void>()
  async function stop(signal: NodeJS.Signals): Promise<void> {
    // Someone at a terminal doesn't want to wait, nor does whoever asks twice.
    if (isStopping || signal === 'SIGINT') noticed.resolve()
    if (isStopping) return
    isStopping = true
    service.announceStop()
    void setTimeout(service.config.stopDelayMs).then(noticed.resolve)
    await closeGradually(server, noticed.promise)
    await service.close()
    process.exit(0)
  }
  let isEnding = false
  /** The exit code makes the supervisor start the service again. */
  async function endByFault(error: unknown): Promise<void> {
    if (isEnding) return
    isEnding = true
    void setTimeout(longestEndMs).then(() => process.exit(1))
    server.close()
    await service.reportFault(error)
    process.exit(1)
  }
  process.on('uncaughtException', endByFault)
  process.on('unhandledRejection', endByFault)
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // Last, because a script that waits for this line may stop the service at once.
  process.stdout.write(`Doubloon is ready at ${url}\n`)
}
