import type { RecordLine } from '../../admin-api/contract/record.ts'
import { formatCount, formatShare } from '../lib/format.ts'
import { Table } from '../ui/Table.tsx'
import type { Column } from '../ui/table-columns.ts'
import { formatRate, formatSigned, formatSkill, isBehind } from './format-accuracy.ts'

type Line = Omit<RecordLine, 'key' | 'skill'> & Partial<RecordLine>

type Props = {
  caption: string
  /** Headings of the first column and of the skill, which may be of one year only. */
  of: string
  skill?: string
  lines: readonly Line[]
  pathOf?: (key: string) => string
  /** Rows are sorted by error, sortable, and linkable as #PREFIX-msty. */
  fundPrefix?: string
  /** Skill of the chances of a cut or raise, by family. */
  chanceSkills?: Record<string, number> | undefined
  /** Confidence by fund, 0 to 1. */
  confidence?: Record<string, number> | undefined
}

const worse = 'negative strong'

/** Accuracy by family, fund or year; figures in which the simple rule was better are marked. */
export function RecordTable({
  caption,
  of,
  skill = 'Skill',
  lines,
  pathOf,
  fundPrefix,
  chanceSkills,
  confidence
}: Props) {
  const columns: Column<Line>[] = [
    { heading: of, words: ({ name }) => name, href: ({ key }) => (key && pathOf ? pathOf(key) : null) },
    { heading: 'Payments', figure: ({ figures }) => figures.n, format: formatCount, first: 'descending' },
    {
      heading: 'Median error',
      figure: ({ figures }) => figures.medianErrorPercent,
      format: formatRate
    },
    { heading: 'Bias', figure: ({ figures }) => figures.biasPercent, format: formatSigned },
    {
      heading: 'In range',
      figure: ({ figures }) => figures.coveragePercent,
      format: formatRate,
      first: 'descending'
    }
  ]
  if (lines.some((line) => line.skill !== undefined))
    columns.push({
      heading: skill,
      figure: (line) => line.skill,
      format: formatSkill,
      first: 'descending',
      classOf: (line) => (isBehind(line.skill ?? 0) ? worse : undefined)
    })
  if (chanceSkills)
    columns.push({
      heading: 'Cut or raise skill',
      figure: ({ key }) => chanceSkills[key ?? ''],
      format: formatSkill
    })
  if (confidence)
    columns.push({
      heading: 'Confidence',
      figure: ({ key }) => confidence[key ?? ''],
      format: formatShare,
      first: 'descending'
    })
  const byError = (a: Line, b: Line) => a.figures.medianErrorPercent - b.figures.medianErrorPercent
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={fundPrefix ? lines.toSorted(byError) : lines}
      rowOf={({ key, name }) => ({
        id: fundPrefix && `${fundPrefix}-${key?.toLowerCase()}`,
        'data-row': name
      })}
      phones="cards"
      isScrollable
      isSortable={fundPrefix !== undefined}
      sort={fundPrefix ? { id: 'Median error', direction: 'ascending' } : undefined}
      className="record-table"
    />
  )
}
