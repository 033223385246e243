import { dismissSourceHint } from '../../../admin-api/contract/sources.ts'
import { listOf } from '../../../admin-api/numbers/format-numbers.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { useSources } from '../settings/Sources.tsx'
import { TaskButton } from '../TaskButton.tsx'
import { sourcesPath } from './Attention.tsx'

/** Says once which sources could be turned on, until the operator has read it. */
export function SourceHint() {
  const { value } = useSources()
  if (!value?.suggests) return null
  const off = value.sources.filter(({ is_on, decided_by }) => !is_on && decided_by === 'default')
  return (
    <AdminSection titleId="source-hint-title" title="Sources You Could Turn On">
      <p>
        {listOf(off.map(({ name }) => name))} {off.length === 1 ? 'is' : 'are'} off, because{' '}
        {off.length === 1 ? 'its owner wants' : 'their owners may want'} to be asked first. The site is
        complete without {off.length === 1 ? 'it' : 'them'}.
      </p>
      <div className="above-3 row gap-3">
        <ButtonLink variant="quiet" href={sourcesPath}>
          See Sources
        </ButtonLink>
        <TaskButton text="Don’t show again" task={dismiss} />
      </div>
    </AdminSection>
  )
}

const dismiss = async () =>
  showOutcome(await callAdmin(dismissSourceHint, {}), {
    done: 'Hint Removed',
    failed: 'Change Failed',
    sentence: 'Failed to remove the hint'
  })
