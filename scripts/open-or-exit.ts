import { openService, type Service } from '../admin-api/open-service.ts'

/** As openService; what stops it is one sentence on the terminal and exit code 1. */
export async function openOrExit(options: { publishes?: boolean } = {}): Promise<Service> {
  try {
    return await openService(process.env, options)
  } catch (error) {
    console.error(`Doubloon can't start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}
