import type * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import type { CallResult } from '../lib/call-endpoint.ts'
import { callAdmin } from '../login/admin-session.ts'
import type { Question } from '../ui/use-confirm.tsx'

export type Confirm = (question: Question) => Promise<boolean>

type Confirmations = { confirm_unusual?: boolean | undefined } | { confirm_past?: boolean | undefined }

/** Confirmations that the server may require before it stores a value, by error code. */
const questions = {
  'unusual-amount': { title: 'Is this amount right?', confirmation: { confirm_unusual: true } },
  'past-day': { title: 'Is this day right?', confirmation: { confirm_past: true } }
} as const

/**
 * Calls an endpoint that writes an amount or a day. If the server suspects a typo, asks the operator and retries with
 * the confirmation; returns null if the operator cancels.
 */
export async function callWithConfirm<
  Input extends z.ZodMiniType<unknown, Confirmations>,
  Output extends z.ZodMiniType
>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  confirm: Confirm
): Promise<CallResult<z.output<Output>> | null> {
  const result = await callAdmin(endpoint, input)
  if (result.ok || (result.code !== 'unusual-amount' && result.code !== 'past-day')) return result
  const { title, confirmation } = questions[result.code]
  const isRight = await confirm({ title, message: result.message, confirmText: 'Yes, It Is Right' })
  return isRight ? callWithConfirm(endpoint, { ...input, ...confirmation }, confirm) : null
}
