import type { TableAct } from '../tools/post-table.ts'

const acts: { act: TableAct; text: string }[] = [
  { act: 'addRow', text: 'Add row' },
  { act: 'addColumn', text: 'Add column' },
  { act: 'deleteRow', text: 'Delete row' },
  { act: 'deleteColumn', text: 'Delete column' }
]

/** What can be done to the table that the caret is in. */
export function TableTools({ hasHeadings, onAct }: { hasHeadings: boolean; onAct: (act: TableAct) => void }) {
  return (
    <div className="toolbar__group toolbar__group--words">
      <button
        type="button"
        className="tool tool--word"
        data-stop="Heading row"
        tabIndex={-1}
        aria-pressed={hasHeadings}
        onClick={() => onAct('toggleHeadings')}
      >
        Heading row
      </button>
      {acts.map(({ act, text }) => (
        <button
          key={act}
          type="button"
          className="tool tool--word"
          data-stop={text}
          tabIndex={-1}
          onClick={() => onAct(act)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
