import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { passwordFileIn, writePasswordFile } from './accounts/password.ts'
import { readConfig, version } from './config.ts'
import { openService, type Service } from './open-service.ts'
import { finishRestore } from './operations/backups/pending-restore.ts'
import { findStorageFault } from './platform/files/storage-fault.ts'
import { closeGradually, listen } from './platform/http/listen.ts'

/** Time to notify the operator of a crash; requests are not served meanwhile. */
const longestEndMs = 3000
const reportEveryMs = 5000

try {
  await start()
} catch (error) {
  process.stderr.write(`Doubloon can't start: ${reasonOf(error)}\n`)
  process.exit(1)
}

/** The system's own words about a full disk name neither the disk nor what to do. */
function reasonOf(error: unknown): string {
  if (
    findStorageFault(error) === 'full' ||
    (error instanceof Error && findStorageFault(error.cause) === 'full')
  )
    return 'the disk is full. Free some space on the disks of DATA_DIR, SITE_DIR and BACKUP_DIR, then start again.'
  return error instanceof Error ? error.message : String(error)
}

/** Reports a slow start until it is disposed, because a slow disk or a database that isn't there yet looks like a hang. */
function reportSlowStart(): Disposable {
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    process.stdout.write(`Still opening the database and its pages, for ${seconds} s.\n`)
  }, reportEveryMs).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  // At once, because reading a large database blocks this thread.
  process.stdout.write(
    `Doubloon ${version} opens ${config.databaseUrl === null ? `the database in ${config.dataDir}` : 'the PostgreSQL database'}.\n`
  )
  using slowStart = reportSlowStart()
  const restored = config.databaseUrl === null ? await finishRestore(config, new Date()) : null
  const mayRestart = process.execve !== undefined
  const service = await openService(process.env, mayRestart ? { restart: () => void restart() } : {})
  if (restored !== null) await service.noteRestore(restored)
  const { server, url } = await listen(service.app, service.config)
  // After listening: if the port is taken, a password would be generated and shown for nothing.
  await handOutPassword(service)
  service.publisher.start()
  service.pictures.start()
  service.startSchedule()

  let isStopping = false
  const noticed = Promise.withResolvers<void>()
  async function stop(signal: NodeJS.Signals): Promise<void> {
    // Ctrl-C and a second signal skip the wait.
    if (isStopping || signal === 'SIGINT') noticed.resolve()
    if (isStopping) return
    isStopping = true
    service.announceStop()
    void setTimeout(service.config.stopDelayMs).then(noticed.resolve)
    await closeGradually(server, noticed.promise)
    await service.close()
    process.exit(0)
  }
  /** Starts this program again in the same process, so that no supervisor is needed and none notices. */
  async function restart(): Promise<void> {
    if (isStopping) return
    isStopping = true
    service.announceStop()
    await closeGradually(server, Promise.resolve())
    await service.close()
    process.execve?.(
      process.execPath,
      [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
      process.env
    )
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
  slowStart[Symbol.dispose]()
  process.stdout.write(`Doubloon ${version} is ready at ${url}\n`)
  if (service.config.demoDay !== null)
    process.stdout.write(`Demonstration as of ${service.config.demoDay}: nothing is collected or recorded.\n`)
  service.sourceWatch.report(writeProgress)
}

/** Passing lines replace each other on a terminal; elsewhere, as in a journal, only lasting lines are written. */
function writeProgress(line: string, isPassing: boolean): void {
  const { isTTY = false } = process.stdout
  if (isTTY) process.stdout.write(`\r\x1b[K${line}${isPassing ? '' : '\n'}`)
  else if (!isPassing) process.stdout.write(`${line}\n`)
}

/** Gives a generated password to the operator: at a terminal by a line, otherwise by a file, which is written first. */
async function handOutPassword({ ensurePassword, isPasswordUnused, config }: Service): Promise<void> {
  const { dataDir, adminPassword, demoDay } = config
  const file = passwordFileIn(dataDir)
  const password = await ensurePassword((made) => writePasswordFile(dataDir, made))
  if (password !== null && process.stdout.isTTY) {
    process.stdout.write(`Admin password, shown this once: ${password}\n`)
    await rm(file, { force: true })
  } else if (existsSync(file)) process.stdout.write(`Admin password: in ${file} until the first login\n`)
  else if (adminPassword === null && demoDay === null && (await isPasswordUnused()))
    process.stdout.write(
      'Admin password: not used for a login yet. If it is lost, start once with ADMIN_PASSWORD set.\n'
    )
}
