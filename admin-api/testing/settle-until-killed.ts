// A child process for the crash test: takes the pictures of a folder into a database, until it is killed. Arguments:
// the file or address of the database, and DATA_DIR.

import { settlePictureFiles } from '../blog/images/settle-picture-files.ts'
import { openDatabase } from '../platform/database/open.ts'

const [place = '', dataDir = ''] = process.argv.slice(2)
await settlePictureFiles({ db: openDatabase(place), dataDir }, new Date())
