import { type Operator, readOperator, saveOperator } from '../../../admin-api/contract/system.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin } from '../../login/admin-session.ts'
import { useSubmit } from '../../login/use-submit.ts'
import { Button } from '../../ui/Button.tsx'
import { showToast } from '../../ui/toast.ts'
import { AdminSection } from '../AdminSection.tsx'
import { InputField } from '../fields.tsx'

const operatorQuery = createAdminQuery(readOperator)

const labels: Record<keyof Operator, string> = {
  name: 'Operator: a person or company',
  place: 'Address or country',
  holdings: 'What you hold in covered funds',
  funding: 'How the site is paid for, besides SUPPORT_URL'
}
const names = Object.keys(labels) as (keyof Operator)[]

/** What visitors read about the operator on About and in the Privacy Policy. */
export function OperatorForm() {
  const query = useAdminQuery(operatorQuery, {}, null)
  const { isBusy, refusal, clear, onSubmit } = useSubmit(async (fields) => {
    const text = (name: keyof Operator) => String(fields.get(name))
    const result = await callAdmin(saveOperator, {
      name: text('name'),
      place: text('place'),
      holdings: text('holdings'),
      funding: text('funding')
    })
    if (!result.ok) return result.message
    showToast({ kind: 'success', title: 'Operator Saved', message: result.value.message })
    return null
  })
  return (
    <AdminSection titleId="operator-title" title="Who runs this site" query={query} waiting="Loading...">
      <p className="muted text-s below-3">Shown to visitors. An empty field reads “not stated”.</p>
      {query.value !== null && (
        <form className="second-factor stack gap-3" noValidate onSubmit={onSubmit} onChange={clear}>
          {names.map((name) => (
            <InputField
              key={name}
              name={name}
              label={labels[name]}
              defaultValue={query.value?.[name]}
              maxLength={500}
              autoComplete="off"
            />
          ))}
          {refusal !== null && (
            <p className="field__error" role="alert">
              {refusal}
            </p>
          )}
          <Button type="submit" variant="quiet" aria-disabled={isBusy}>
            {isBusy ? 'Saving...' : 'Save Operator'}
          </Button>
        </form>
      )}
    </AdminSection>
  )
}
