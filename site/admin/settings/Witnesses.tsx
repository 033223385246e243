import { useRef } from 'react'
import {
  addWitness,
  readWitnesses,
  removeWitness,
  type WitnessState
} from '../../../admin-api/contract/witnesses.ts'
import { formatCount, formatNewYorkTime } from '../../lib/format.ts'
import { useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { useForm } from '../../login/use-form.ts'
import { Field } from '../../ui/Field.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { AdminForm } from '../AdminForm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { TaskButton } from '../TaskButton.tsx'

const refreshEveryMs = 30_000

/** Who is asked to cosign the signed record, and the result. */
export function Witnesses() {
  const query = useAdminQuery(readWitnesses, {}, refreshEveryMs)
  const { value } = query
  const box = useRef<HTMLFormElement>(null)
  const form = useForm(addWitness, {
    doneTitle: 'Witness Added',
    onDone: () => {
      box.current?.reset()
      void query.refetch()
    }
  })
  return (
    <AdminSection titleId="witnesses-title" title="Witnesses" query={query} waiting="Loading witnesses...">
      <p className="muted text-s below-3">
        A witness outside of this site cosigns the signed record as long as it only grows, so nobody can show
        two visitors different records. After each signature it gets the number of signatures, one hash and a
        proof, and nothing about visitors. Someone you know can run one: npm run witness.
      </p>
      {value !== null && value.log_key !== null && (
        <p className="text-s below-3 anywhere">
          Verifier key of this log, for operators of witnesses: <code>{value.log_key}</code>
        </p>
      )}
      {value !== null && value.witnesses.length === 0 && <p className="below-3">No witness is asked.</p>}
      <ul className="stack gap-4 below-4">
        {value?.witnesses.map((witness) => (
          <li key={witness.name}>
            <Witness witness={witness} size={value.size} onRemoved={() => void query.refetch()} />
          </li>
        ))}
      </ul>
      <AdminForm ref={box} form={form} className="narrow" submit="Add Witness" busyText="Adding...">
        <Field
          name="url"
          label="Address of the witness"
          type="url"
          autoComplete="off"
          placeholder="https://witness.example"
        />
        <Field
          name="verifier_key"
          label="Its verifier key"
          hint="NAME+ID+KEY, as the witness prints it"
          autoComplete="off"
          spellCheck={false}
        />
      </AdminForm>
    </AdminSection>
  )
}

type WitnessProps = { witness: WitnessState; size: number; onRemoved: () => void }

function Witness({ witness, size, onRemoved }: WitnessProps) {
  const { name, url, cosigned, fault } = witness
  const isCurrent = cosigned !== null && cosigned.size >= size
  const remove = async () => {
    const result = await callAdmin(removeWitness, { name })
    const texts = { done: 'Witness Removed', failed: 'Removing Failed', sentence: `Failed to remove ${name}` }
    if (showOutcome(result, texts)) onRemoved()
  }
  return (
    <section className="stack gap-1" aria-label={name}>
      <h3 className="row items-center gap-2 semibold anywhere">
        {name}{' '}
        <StatusBadge tone={fault !== null ? 'warning' : isCurrent ? 'good' : 'neutral'}>
          {fault !== null ? 'Failing' : isCurrent ? 'Cosigned' : 'Waiting'}
        </StatusBadge>
      </h3>
      <p className="muted text-s anywhere">{url}</p>
      <p className="tabular text-s">
        {cosigned === null
          ? 'It has not cosigned anything yet.'
          : `It cosigned ${formatCount(cosigned.size)} of ${formatCount(size)} signatures on ${formatNewYorkTime(cosigned.at)}.`}
      </p>
      {fault !== null && <p className="text-s">{fault}</p>}
      <div>
        <TaskButton
          text="Remove"
          aria-label={`Remove ${name}`}
          question={{
            title: 'Remove Witness',
            message: `${name} is no longer asked. What it cosigned stays published.`,
            confirmText: 'Remove Witness'
          }}
          task={remove}
        />
      </div>
    </section>
  )
}
