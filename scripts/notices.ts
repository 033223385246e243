// Lists the packages whose code ships, with their licenses, in THIRD_PARTY_NOTICES.md.
// When: `npm run notices` after a change of dependencies; a test compares the file with the lock file.
import { writeFileSync } from 'node:fs'
import { readOptions } from './command.ts'
import { formatNotices, noticesFile, readNotices } from './list-notices.ts'

readOptions({})
const notices = readNotices()
writeFileSync(noticesFile, formatNotices(notices))
console.log(`${noticesFile} lists ${notices.length} packages.`)
