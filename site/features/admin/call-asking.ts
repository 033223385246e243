import type * as z from 'zod/mini'
import type { Endpoint } from '../../../admin-api/contract/endpoint.ts'
import { statusOfCode } from '../../../admin-api/contract/errors.ts'
import type { CallResult } from '../../lib/call.ts'
import { callAdmin } from '../../stores/admin-session.ts'
import type { Question } from '../../ui/ConfirmDialog.tsx'

export type Confirm = (question: Question) => Promise<boolean>

/**
 * A call of the operator that writes an amount. Where the server asks whether an unusual one is right, so do we, and
 * send it again; null where it is not.
 */
export async function callAsking<
  Input extends z.ZodMiniType<unknown, { confirm_unusual?: boolean | undefined }>,
  Output extends z.ZodMiniType
>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  confirm: Confirm
): Promise<CallResult<z.output<Output>> | null> {
  const result = await callAdmin(endpoint, input)
  if (result.ok || result.status !== statusOfCode['unusual-amount']) return result
  const isRight = await confirm({
    title: 'Is this amount right?',
    message: result.message,
    confirmText: 'Yes, It Is Right'
  })
  return isRight ? callAdmin(endpoint, { ...input, confirm_unusual: true }) : null
}
