import type { CollectionScope } from '../../../admin-api/contract/collection.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { SectionIcon } from '../SectionIcon.tsx'
import { isHeldUp, isRunning, scheduleText } from './collection-state.ts'
import { FixPltw } from './FixPltw.tsx'
import { GroupCard } from './GroupCard.tsx'
import { SingleTicker } from './SingleTicker.tsx'
import { useCollection } from './use-collection.ts'
import './collection.css'

type Collectable = { group: CollectionScope; title: string; tickers: readonly string[]; about: string }

export function Collection() {
  const { groups, schedule, running, failure, refetch, runs, start, dismiss } = useCollection()
  const [confirm, confirmDialog] = useConfirm()

  async function ask({ group, title, tickers, about }: Collectable) {
    if (isHeldUp(runs, group, running)) return
    const isSure = await confirm({
      title: `Collect ${title}?`,
      message: `New data is collected for ${tickers.length} ${tickers.length === 1 ? 'fund' : 'funds'}, one after the other: ${about}.`,
      confirmText: `Collect ${title}`
    })
    if (isSure) await start(group, title)
  }

  const toCard = (collectable: Collectable) => (
    <GroupCard
      key={collectable.group}
      title={collectable.title}
      about={collectable.about}
      total={collectable.tickers.length}
      run={runs[collectable.group]}
      isRunning={isRunning(runs, collectable.group, running)}
      isHeldUp={isHeldUp(runs, collectable.group, running)}
      progress={running.find((progress) => progress.group === collectable.group)}
      onCollect={() => void ask(collectable)}
      onDismiss={() => dismiss(collectable.group)}
    />
  )

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
      <h3 className="collection__subtitle">The whole fleet</h3>
      {schedule && <p className="collection__schedule">{scheduleText(schedule)}</p>}
      {groups && (
        <ul className="collection__groups collection__groups--fleet">
          {toCard({
            group: 'all',
            title: 'All Groups',
            tickers: groups.flatMap(({ tickers }) => tickers),
            about: groups.map(({ title }) => title).join(', ')
          })}
        </ul>
      )}
      <h3 className="collection__subtitle">Whole groups</h3>
      {groups === null && failure === null && <p className="admin-section__empty">Mustering the crew...</p>}
      <ul className="collection__groups">
        {groups?.map((group) => toCard({ ...group, about: group.tickers.join(', ') }))}
      </ul>
      {confirmDialog}
    </AdminSection>
  )
}
