import {
  confirmFundNotice,
  dismissFundNotice,
  type FundNotice,
  readFundNotices
} from '../../../admin-api/contract/funds.ts'
import { noticeKinds } from '../../../admin-api/contract/vocabulary.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatMonthDayYear } from '../../lib/format.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { useForm } from '../../login/use-form.ts'
import { Field, TextArea } from '../../ui/Field.tsx'
import { Form, SubmitButton } from '../../ui/Form.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { dayInput } from '../Filters.tsx'
import { TaskButton } from '../TaskButton.tsx'

const refreshEveryMs = 10_000

/** Notices from filings; the pages that show them share one request. */
export function useFundNotices() {
  return useAdminQuery(readFundNotices, {}, refreshEveryMs)
}

/** Changes of funds that filings announce: drafts to publish or dismiss, and published notices. */
export function FundNotices() {
  const query = useFundNotices()
  const { value } = query
  return (
    <AdminSection titleId="filings-title" title="Changes from Filings" query={query} waiting="Loading...">
      {value?.notices.length === 0 && <p className="muted">No filing announces a change of a fund.</p>}
      <ul className="stack gap-5">
        {value?.notices.map((notice) => (
          <li key={notice.id}>
            <NoticeForm notice={notice} />
          </li>
        ))}
      </ul>
    </AdminSection>
  )
}

function NoticeForm({ notice }: { notice: FundNotice }) {
  const { id, ticker, tickers, kind, status, form: formType, filed_on, url } = notice
  const whose = tickers.length === 1 ? ticker : countOf(tickers.length, 'fund')
  const form = useForm(confirmFundNotice, { fixed: { id }, doneTitle: 'Notice Published', onDone: () => {} })
  const name = `${whose} ${noticeKinds[kind].toLowerCase()}`
  const dismiss = async () =>
    showOutcome(await callAdmin(dismissFundNotice, { id }), {
      done: 'Notice Dismissed',
      failed: 'Dismissal Failed',
      sentence: 'Failed to dismiss notice'
    })
  return (
    <Form
      form={form}
      values={{ ...notice, funds: tickers.join(', ') }}
      className="stack gap-3"
      actions={
        <div className="row gap-3">
          <SubmitButton>
            {status === 'draft' ? 'Publish' : 'Save'} <span className="visually-hidden">{name}</span>
          </SubmitButton>
          <TaskButton
            text="Dismiss"
            aria-label={`Dismiss ${name}`}
            className="chip--danger"
            question={{
              title: `Dismiss the ${name}?`,
              message: 'It leaves this list and the site. The same filing makes no draft again.',
              confirmText: 'Dismiss'
            }}
            task={dismiss}
          />
        </div>
      }
    >
      <p className="row items-center gap-2">
        <strong>
          {whose}: {noticeKinds[kind]}
        </strong>
        <StatusBadge tone={status === 'draft' ? 'warning' : 'good'}>
          {status === 'draft' ? 'Draft' : 'Published'}
        </StatusBadge>
        <a href={url}>
          {formType}, filed {formatMonthDayYear(filed_on)}
        </a>
      </p>
      {tickers.length > 1 && (
        <Field name="funds" label="Funds" hint="The draft is dismissed for those that you remove.">
          <TextArea rows={2} />
        </Field>
      )}
      <Field name="sentence" label="What changes">
        <TextArea rows={3} />
      </Field>
      <Field {...dayInput} name="effective_on" label="Effective on" />
    </Form>
  )
}
