import type { PublicCall } from '../../../admin-api/contract/open-data.ts'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'

const columns: Column<PublicCall>[] = [
  {
    heading: 'Address',
    cell: ({ method, path }) => (
      <code>
        {method} {path.replaceAll(/:(\w+)/g, '{$1}')}
      </code>
    )
  },
  { heading: 'Returns', words: ({ summary }) => summary }
]

export function CallTable({ caption, calls }: { caption: string; calls: readonly PublicCall[] }) {
  return <Table caption={caption} columns={columns} rows={calls} phones="cards" className="table--text" />
}
