import type { CollectionGroup } from '../../../../admin-api/contract/collection.ts'
import { useConfirm } from '../../../ui/use-confirm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { SectionIcon } from '../SectionIcon.tsx'
import { isRunning } from './collection-state.ts'
import { FixPltw } from './FixPltw.tsx'
import { GroupCard } from './GroupCard.tsx'
import { SingleTicker } from './SingleTicker.tsx'
import { useCollection } from './use-collection.ts'
import './collection.css'

export function Collection() {
  const { groups, running, failure, refetch, runs, start, dismiss } = useCollection()
  const [confirm, confirmDialog] = useConfirm()

  async function ask(group: CollectionGroup, title: string, tickers: readonly string[]) {
    if (isRunning(runs, group, running)) return
    const isSure = await confirm({
      title: `Collect ${title}?`,
      message: `New data is collected for ${tickers.length} ${tickers.length === 1 ? 'fund' : 'funds'}, one after the other: ${tickers.join(', ')}.`,
      confirmText: `Collect ${title}`
    })
    if (isSure) await start(group, title)
  }

  return (
    <AdminSection
      titleId="collection-title"
      title="Manual Data Collection"
      kicker="Haul in the nets"
      icon={<SectionIcon name="anchor" />}
      tools={<FixPltw />}
    >
      <SectionFailure failure={failure} onRetry={() => void refetch()} />
      <SingleTicker />
      <h3 className="collection__subtitle">Whole groups</h3>
      {groups === null && failure === null && <p className="admin-section__empty">Mustering the crew...</p>}
      <ul className="collection__groups">
        {groups?.map(({ group, title, tickers }) => (
          <GroupCard
            key={group}
            title={title}
            tickers={tickers}
            run={runs[group]}
            isRunning={isRunning(runs, group, running)}
            progress={running.find((progress) => progress.group === group)}
            onCollect={() => void ask(group, title, tickers)}
            onDismiss={() => dismiss(group)}
          />
        ))}
      </ul>
      {confirmDialog}
    </AdminSection>
  )
}
