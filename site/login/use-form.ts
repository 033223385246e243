import { useState } from 'react'
import * as z from 'zod/mini'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { findFaults, nameAtFault } from '../../admin-api/contract/input-faults.ts'
import type { CallFailure, CallResult } from '../lib/call-endpoint.ts'
import { readNumber } from '../lib/format.ts'
import type { FieldError, FieldLimits, FormErrors } from '../ui/Field.tsx'
import { type FormHandle, useFormState } from '../ui/Form.tsx'
import { showToast } from '../ui/toast.ts'
import { callAdmin, showFailure } from './admin-session.ts'

type FormOptions<Input, Output> = {
  /** Inputs that the operator doesn't type. */
  fixed?: Partial<Input>
  /** Inputs that differ from the fields; all others are the fields of the same names. The contract checks them. */
  read?: (textOf: (name: string) => string) => { [Name in keyof Input]?: unknown }
  /** Sends the input, by default with callAdmin; null if the operator canceled. */
  call?: (input: Input) => Promise<CallResult<Output> | null>
  timeoutMs?: number
  /** The input whose field a failure is about; null to show none. By default it is about the whole form. */
  fieldOf?: (failure: CallFailure) => Extract<keyof Input, string> | null
  /** Title of the toast after success, which shows the server's message. */
  doneTitle?: string
  /** Toast after a failure, next to the error in the form; `sentence` is shown if the server's message can't be read. */
  failure?: { title: string; sentence: string }
  /** Called with the errors of an input that the contract rejects. */
  onRejected?: (errors: FormErrors) => void
  /** Called when the form can be used again. */
  onDone: (value: Output) => void
}

/**
 * Form of an endpoint. Its contract sets the limits of the fields, says how their text is read, and what is wrong with
 * it; errors are shown next to their fields, all others above the buttons.
 */
export function useForm<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  options: FormOptions<z.input<Input>, z.output<Output>>
): FormHandle {
  const [{ kinds, limits }] = useState(() => readContract(endpoint))
  return useFormState(send, limits)

  async function send(fields: FormData, form: HTMLFormElement): Promise<FormErrors | (() => void) | null> {
    const { fixed, read, timeoutMs, fieldOf, doneTitle, failure, onRejected, onDone } = options
    const call = options.call ?? ((input) => callAdmin(endpoint, input, timeoutMs ? { timeoutMs } : {}))
    const typed = Object.entries(kinds).filter(([name]) => form.elements.namedItem(name) !== null)
    const input: Record<string, unknown> = {
      ...Object.fromEntries(
        typed.map(([name, kind]) => [name, readField(kind, fields.getAll(name).map(String))])
      ),
      ...fixed,
      ...read?.((name) => String(fields.get(name) ?? ''))
    }
    const errors = checkInput(endpoint, input, form)
    if (errors !== null) {
      onRejected?.(errors)
      return errors
    }
    // The contract has just accepted it.
    const result = await call(input as z.input<Input>)
    if (result === null) return { '': 'Nothing was saved. Correct the form, or cancel.' }
    if (!result.ok) {
      if (failure !== undefined) showFailure(failure.title, result, failure.sentence)
      const field = fieldOf === undefined ? '' : fieldOf(result)
      return field === null ? null : { [field]: result.message }
    }
    if (doneTitle !== undefined) {
      const { message } = result.value as { message?: string }
      showToast({ kind: 'success', title: doneTitle, message: message ?? '' })
    }
    return () => onDone(result.value)
  }
}

/** What an input may be. */
type Kind = { types: ReadonlySet<string>; isRequired: boolean }

type AnyEndpoint = { input: z.ZodMiniType }

/** Kinds and limits of an endpoint's inputs, by name. */
export function readContract({ input: schema }: AnyEndpoint) {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const kinds: Record<string, Kind> = {}
  const limits: Record<string, FieldLimits> = {}
  for (const [name, property] of Object.entries(properties)) {
    if (typeof property === 'boolean') continue
    const parts = property.anyOf?.filter((part) => typeof part !== 'boolean') ?? [property]
    const { maxLength, minimum, maximum } = Object.assign({}, ...parts) as typeof property
    kinds[name] = {
      types: new Set(parts.map(({ type }) => String(type))),
      isRequired: required.includes(name)
    }
    limits[name] = {
      ...(maxLength !== undefined && { maxLength }),
      ...(minimum !== undefined && { min: minimum }),
      ...(maximum !== undefined && { max: maximum })
    }
  }
  const empty = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, readField(kind, [''])]))
  const rejected = new Set(schema.safeParse(empty).error?.issues.map(({ path }) => String(path[0])))
  for (const name of rejected) limits[name] = { ...limits[name], required: true }
  return { kinds, limits }
}

/** Reads the values of the controls of one name; an empty text is null or undefined if the contract allows that. */
function readField({ types, isRequired }: Kind, values: readonly string[]): unknown {
  if (types.has('array')) return values.filter((value) => value !== '')
  const text = values[0] ?? ''
  if (types.has('boolean')) return text !== ''
  if (text.trim() === '' && types.has('null')) return null
  if (text === '' && !isRequired) return undefined
  return types.has('number') && !types.has('string') ? readNumber(text) : text
}

/**
 * The first message about each input that the contract rejects; null if it accepts all. An error in a row of a list,
 * which has no field of its own, names the row.
 */
export function checkInput(
  endpoint: AnyEndpoint,
  input: unknown,
  { elements }: HTMLFormElement
): FormErrors | null {
  const faults = findFaults(endpoint, input)
  if (faults.length === 0) return null
  const errors: Record<string, FieldError> = {}
  for (const { path, message, rule } of faults) {
    const name = path.map(String).findLast((part) => elements.namedItem(part) !== null) ?? ''
    const row = path.find((part) => typeof part === 'number')
    const control = elements.namedItem(name)
    const isEmpty = control instanceof HTMLInputElement && control.value === ''
    if (name === '') errors[name] ??= row === undefined ? message : `Row ${row + 1}: ${message}`
    else if (rule === null || name !== nameAtFault(path)) errors[name] ??= message
    else errors[name] ??= { rule: isEmpty ? 'required' : rule }
  }
  return errors
}
