import type { ComponentProps } from 'react'
import { Form, FormActions, SubmitButton } from '../ui/Form.tsx'

type AdminFormProps = Omit<ComponentProps<typeof Form>, 'actions'> & {
  /** Text of the submit button. */
  submit: string
  /** Shown while the form is being sent. */
  busyText?: string
  /** Closes the dialog of the form. */
  onCancel?: () => void
}

/** Fields below each other with a submit button; in a dialog also with one that cancels. */
export function AdminForm({ submit, busyText, onCancel, className = '', ...form }: AdminFormProps) {
  const actions =
    onCancel === undefined ? (
      <SubmitButton variant="quiet" busyText={busyText}>
        {submit}
      </SubmitButton>
    ) : (
      <FormActions isDialog busyText={busyText} onCancel={onCancel}>
        {submit}
      </FormActions>
    )
  return <Form className={`stack gap-3 ${className}`} actions={actions} {...form} />
}
