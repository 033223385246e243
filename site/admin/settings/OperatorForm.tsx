import { readOperator, saveOperator } from '../../../admin-api/contract/system.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { useForm } from '../../login/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { Form, SubmitButton } from '../../ui/Form.tsx'
import { AdminSection } from '../AdminSection.tsx'

const operatorQuery = createAdminQuery(readOperator)

const labels = {
  name: 'Operator: a person or company',
  place: 'Address or country',
  holdings: 'What you hold in covered funds',
  funding: 'How the site is paid for, besides SUPPORT_URL'
} as const

/** What visitors read about the operator on About and in the Privacy Policy. */
export function OperatorForm() {
  const query = useAdminQuery(operatorQuery, {}, null)
  const form = useForm(saveOperator, { doneTitle: 'Operator Saved', onDone: () => void query.refetch() })
  const { value } = query
  return (
    <AdminSection titleId="operator-title" title="Who runs this site" query={query} waiting="Loading...">
      <p className="muted text-s below-3">Shown to visitors. An empty field reads “not stated”.</p>
      {value !== null && (
        <Form
          form={form}
          className="narrow stack gap-3"
          actions={
            <SubmitButton variant="quiet" busyText="Saving...">
              Save Operator
            </SubmitButton>
          }
        >
          {(['name', 'place', 'holdings', 'funding'] as const).map((name) => (
            <Field
              key={name}
              name={name}
              label={labels[name]}
              defaultValue={value[name]}
              autoComplete="off"
            />
          ))}
        </Form>
      )}
    </AdminSection>
  )
}
