import { collectionGroups, groupNames } from '../../../admin-api/contract/collection.ts'
import {
  addProposedFund,
  closeProposedFund,
  dismissFundProposal,
  type FundProposal,
  readFundProposals
} from '../../../admin-api/contract/fund-proposals.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { useForm } from '../../login/use-form.ts'
import { Field, Select } from '../../ui/Field.tsx'
import { AdminForm } from '../AdminForm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { TaskButton } from '../TaskButton.tsx'

const refreshEveryMs = 60_000
/** Allows a complete history to be collected from a slow provider. */
const timeoutMs = 5 * 60_000

/** Proposals; the pages that show them share one request. */
export function useFundProposals() {
  return useAdminQuery(readFundProposals, {}, refreshEveryMs)
}

/** Funds that sources announce and nobody added, and funds that seem to be gone. */
export function FundProposals() {
  const query = useFundProposals()
  const { value } = query
  const families = value?.families ?? []
  return (
    <AdminSection titleId="proposals-title" title="Proposed Funds" query={query} waiting="Loading...">
      {value?.proposals.length === 0 && <p className="muted">No source shows a fund that is missing here.</p>}
      <ul className="stack gap-5">
        {value?.proposals.map((proposal) => (
          <li key={`${proposal.kind} ${proposal.ticker}`} className="stack gap-2">
            <p className="semibold">{proposal.sentence}</p>
            {proposal.name !== null && <p className="muted text-s">{proposal.name}</p>}
            <div className="row gap-3">
              <Decide proposal={proposal} canAdd={value.can_add} />
            </div>
            {proposal.kind === 'add' && value.can_add && (
              <details className="disclosure">
                <summary className="disclosure__summary line items-center gap-2 text-s">
                  Add with other details
                </summary>
                <Details proposal={proposal} families={families} />
              </details>
            )}
          </li>
        ))}
      </ul>
      {value !== null && !value.can_add && value.proposals.length > 0 && (
        <p className="above-3 muted text-s">Funds are added once a data source responds.</p>
      )}
      {value !== null && value.others.length > 0 && (
        <p className="above-3 muted text-s">
          Also seen at covered issuers, but not proposed, because nothing says that they pay option income:{' '}
          {value.others.join(', ')}.
        </p>
      )}
    </AdminSection>
  )
}

function Decide({ proposal: { ticker, kind }, canAdd }: { proposal: FundProposal; canAdd: boolean }) {
  const dismiss = async () =>
    showOutcome(await callAdmin(dismissFundProposal, { ticker }), {
      done: 'Proposal Dismissed',
      failed: 'Dismissal Failed',
      sentence: 'Failed to dismiss proposal'
    })
  const add = async () =>
    showOutcome(await callAdmin(addProposedFund, { ticker }, { timeoutMs }), {
      done: 'Fund Added',
      failed: 'Add Failed',
      sentence: `Failed to add ${ticker}`
    })
  const close = async () =>
    showOutcome(await callAdmin(closeProposedFund, { ticker }), {
      done: 'Fund Closed',
      failed: 'Update Failed',
      sentence: `Failed to close ${ticker}`
    })
  return (
    <>
      {kind === 'add' && canAdd && (
        <TaskButton text="Add" busyText="Collecting..." aria-label={`Add ${ticker}`} task={add} />
      )}
      {kind === 'close' && <TaskButton text="Close" aria-label={`Close ${ticker}`} task={close} />}
      <TaskButton
        text="Dismiss"
        aria-label={`Dismiss ${ticker}`}
        className="chip--danger"
        question={{
          title: `Dismiss ${ticker}?`,
          message: 'It is not proposed again. You can still change it under Funds.',
          confirmText: 'Dismiss'
        }}
        task={dismiss}
      />
    </>
  )
}

type DetailsProps = { proposal: FundProposal; families: readonly { id: string; name: string }[] }

function Details({ proposal: { ticker, name }, families }: DetailsProps) {
  const form = useForm(addProposedFund, {
    fixed: { ticker },
    timeoutMs,
    doneTitle: 'Fund Added',
    onDone: () => {}
  })
  return (
    <AdminForm
      form={form}
      values={{ name }}
      className="narrow above-3"
      submit={`Add ${ticker}`}
      busyText="Collecting..."
    >
      <Field name="name" label="Name" autoComplete="off" className="field--wide" />
      <Select
        name="family"
        label="Family"
        options={families.map(({ id, name: title }) => [id, title] as const)}
      />
      <Select
        name="group"
        label="Group"
        options={groupNames.map((each) => [each, collectionGroups[each]] as const)}
      />
    </AdminForm>
  )
}
