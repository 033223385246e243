import type * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import type { CallResult } from '../lib/call.ts'
import { callAdmin } from '../login/admin-session.ts'
import type { Question } from '../ui/ConfirmDialog.tsx'

export type Confirm = (question: Question) => Promise<boolean>

type Confirmations = { confirm_unusual?: boolean | undefined } | { confirm_past?: boolean | undefined }

/** What the server may ask before it stores something, by the code of its refusal. */
const questions = {
  'unusual-amount': { title: 'Is this amount right?', answer: { confirm_unusual: true } },
  'past-day': { title: 'Is this day right?', answer: { confirm_past: true } }
} as const

/**
 * A call of the operator that writes an amount or a day. Where the server asks whether what looks like a slip is right,
 * so do we, and send it again; null where it is not.
 */
export async function callAsking<
  Input extends z.ZodMiniType<unknown, Confirmations>,
  Output extends z.ZodMiniType
>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  confirm: Confirm
): Promise<CallResult<z.output<Output>> | null> {
  const result = await callAdmin(endpoint, input)
  if (result.ok || (result.code !== 'unusual-amount' && result.code !== 'past-day')) return result
  const { title, answer } = questions[result.code]
  const isRight = await confirm({ title, message: result.message, confirmText: 'Yes, It Is Right' })
  return isRight ? callAsking(endpoint, { ...input, ...answer }, confirm) : null
}
