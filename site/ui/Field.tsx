import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react'

/** Error of a field: a sentence, or a rule that follows its label, such as 'must have 3 to 20 characters'. */
export type FieldError = string | { rule: string }

/** Errors by field name; the name '' is for the form as a whole. */
export type FormErrors = Readonly<Record<string, FieldError>>

/** Limits of a field, as attributes of its control. */
export type FieldLimits = {
  required?: boolean
  maxLength?: number
  min?: number
  max?: number
}

/** Initial values of fields by name; null for an empty field. */
export type FormValues = Readonly<Record<string, unknown>>

/** Errors, limits and initial values of a form by the names of its fields, which read them. */
export const FormContext = createContext<{
  errors: FormErrors
  limits: Readonly<Record<string, FieldLimits>>
  isBusy: boolean
  values?: FormValues | undefined
} | null>(null)

type BoxProps = {
  /** Id of the control; its hint or error has the id `ID-hint`. */
  id?: string | undefined
  /** Connects the field with its error and limits in the form around it. */
  name?: string | undefined
  label: ReactNode
  hint?: ReactNode
  /** Screen readers announce changes of the hint. */
  isHintLive?: boolean
  /** Overrides the form's error. */
  error?: string | undefined
  /** Of the box around label and control. */
  className?: string
}

type ControlProps = {
  id: string
  name?: string | undefined
  required?: boolean | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const FieldContext = createContext<{
  control: ControlProps
  limits: FieldLimits
  /** Initial value in the form around it. */
  initial: string | undefined
} | null>(null)

function useFieldContext() {
  const field = use(FieldContext)
  if (field === null) throw new Error('a control needs a Field around it')
  return field
}

/** Attributes that connect a control with the field around it. */
export function useField(): ControlProps {
  return useFieldContext().control
}

type FieldProps = BoxProps & Omit<ComponentProps<'input'>, keyof BoxProps>

/**
 * A control with its label above and its hint or error, if any, below. The control is an input unless `children` has
 * another one, which calls `useField`.
 */
export function Field(props: FieldProps) {
  const { id, name, label, hint, isHintLive = false, error, className = '', children, ...input } = props
  const form = use(FormContext)
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const shownError = error ?? (name === undefined ? undefined : form?.errors[name])
  const text = shownError === undefined ? hint : withLabel(shownError, name ?? '', label)
  const hasText = text !== undefined && text !== null
  const { required, ...limits } = (name !== undefined && form?.limits[name]) || {}
  const value = name === undefined ? undefined : form?.values?.[name]
  const initial = value == null ? undefined : String(value)
  const control: ControlProps = {
    id: controlId,
    name,
    required,
    'aria-describedby': hasText ? hintId : undefined,
    'aria-invalid': shownError === undefined ? undefined : true
  }
  return (
    <div className={`field ${className}`.trim()}>
      <label className="field__label" htmlFor={controlId}>
        {label}
      </label>
      <FieldContext value={{ control, limits, initial }}>{children ?? <Input {...input} />}</FieldContext>
      {hasText && (
        <p
          className={shownError === undefined ? 'field__hint' : 'field__error'}
          id={hintId}
          aria-live={isHintLive ? 'polite' : undefined}
        >
          {text}
        </p>
      )}
    </div>
  )
}

/** A label that isn't text is replaced by the name. */
function withLabel(error: FieldError, name: string, label: ReactNode): string {
  if (typeof error === 'string') return error
  return `${typeof label === 'string' ? label : name} ${error.rule}`
}

/** Attributes of the control of the field around it; one with a `value` has no initial one. */
function useControl({ value }: { value?: unknown }) {
  const { control, limits, initial } = useFieldContext()
  const defaultValue = value === undefined ? initial : undefined
  return { ...limits, ...control, className: 'field__control', defaultValue }
}

/** The input of a Field. In an .astro file, whose slots don't pass a context on, write an input instead. */
export function Input(props: Omit<ComponentProps<'input'>, 'id'>) {
  return <input {...useControl(props)} {...props} />
}

/** The text area of a Field. */
export function TextArea(props: Omit<ComponentProps<'textarea'>, 'id'>) {
  return <textarea {...useControl(props)} {...props} />
}

/** A field for a number such as dollars, which may be typed as '$1,234.50'. With a `step` it has arrows. */
export function Amount(props: FieldProps) {
  const type = props.step === undefined ? 'text' : 'number'
  return <Field type={type} inputMode="decimal" autoComplete="off" {...props} />
}

/** Values of a select and their texts. */
export type Options<Value extends string> = readonly (readonly [value: Value, text: string])[]

type ChoiceProps<Value extends string> = {
  options: Options<Value>
  value?: Value | undefined
  defaultValue?: Value | undefined
  onValue?: ((value: Value) => void) | undefined
}

/** A field with a list to choose from. */
export function Select<Value extends string>(props: BoxProps & ChoiceProps<Value>) {
  const { options, value, defaultValue, onValue, ...box } = props
  return (
    <Field {...box}>
      <Choice options={options} value={value} defaultValue={defaultValue} onValue={onValue} />
    </Field>
  )
}

function Choice<Value extends string>({ options, value, defaultValue, onValue }: ChoiceProps<Value>) {
  const { control, initial } = useFieldContext()
  return (
    <select
      {...control}
      className="field__control"
      value={value}
      defaultValue={value === undefined ? (defaultValue ?? initial) : undefined}
      onChange={({ target }) => {
        const chosen = options.find(([value]) => value === target.value)
        if (chosen !== undefined) onValue?.(chosen[0])
      }}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}

/** A checkbox with its label behind it. */
export function Checkbox({ children, className = '', ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={`checkbox line items-center gap-2 ${className}`.trim()}>
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  )
}
