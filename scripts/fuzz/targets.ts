import type { FuzzTarget } from './run-target.ts'
import { serverReaders } from './server-readers.ts'
import { siteReaders } from './site-readers.ts'
import { sourceReaders } from './source-readers.ts'

/** Every reader of bytes that visitors, sources or files bring. */
export const targets: readonly FuzzTarget[] = [...siteReaders, ...sourceReaders, ...serverReaders]
