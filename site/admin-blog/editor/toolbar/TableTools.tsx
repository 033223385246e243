import type { TableCommand } from '../tools/post-table.ts'

const commands: { command: TableCommand; text: string }[] = [
  { command: 'addRow', text: 'Add row' },
  { command: 'addColumn', text: 'Add column' },
  { command: 'deleteRow', text: 'Delete row' },
  { command: 'deleteColumn', text: 'Delete column' }
]

type TableToolsProps = { hasHeadings: boolean; onCommand: (command: TableCommand) => void }

/** What can be done to the table that the caret is in. */
export function TableTools({ hasHeadings, onCommand }: TableToolsProps) {
  return (
    <div className="toolbar__group toolbar__group--words">
      <button
        type="button"
        className="tool tool--word"
        data-stop="Heading row"
        tabIndex={-1}
        aria-pressed={hasHeadings}
        onClick={() => onCommand('toggleHeadings')}
      >
        Heading row
      </button>
      {commands.map(({ command, text }) => (
        <button
          key={command}
          type="button"
          className="tool tool--word"
          data-stop={text}
          tabIndex={-1}
          onClick={() => onCommand(command)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
