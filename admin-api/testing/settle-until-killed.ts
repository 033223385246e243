// A child process for the crash test: imports the pictures of a folder into a database until it is killed. Arguments:
// the file or address of the database, and DATA_DIR.

import { settlePictureFiles } from '../blog/images/settle-picture-files.ts'
import { openDatabase } from '../platform/database/open.ts'

const [location = '', dataDir = ''] = process.argv.slice(2)
await settlePictureFiles({ db: openDatabase(location), dataDir }, new Date())
