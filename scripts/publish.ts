// Renders and writes every page from the database and removes the files of pages that no longer exist.
// When: by hand, `npm run publish`, after files of the site were lost, while the service isn't running.
import { openService } from '../admin-api/open-service.ts'
import { exitWith, readOptions } from './command.ts'

readOptions({})
const service = await openService(process.env).catch(exitWith("Doubloon can't start: "))
let written = 0
const total = await service.queueEveryPage()
function count(): void {
  written += 1
  if (written % 100 === 0 || written === total) console.log(`${written} of ${total} pages and pictures`)
}
const failed = (await service.publisher.drain(count)) + (await service.pictures.drain(count))
await service.close()
console.log(
  failed === 0
    ? 'Every page is up to date.'
    : `${failed} pages or pictures could not be written; see the messages above.`
)
process.exitCode = failed === 0 ? 0 : 1
