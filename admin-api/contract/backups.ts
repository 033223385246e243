import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Message } from './wire.ts'

/** Copies the whole database now; the message names the file. How the last one went is a part of `readConnections`. */
export const makeBackup = defineEndpoint({
  method: 'POST',
  path: '/api/admin/system/backups',
  access: 'admin',
  input: z.object({}),
  output: Message
})
