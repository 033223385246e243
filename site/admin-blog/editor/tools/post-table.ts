import type { EditorJsParts, TableTool } from '../editorjs-types.ts'

export type TableCommand = 'addRow' | 'addColumn' | 'deleteRow' | 'deleteColumn' | 'toggleHeadings'

type Saved = { withHeadings: boolean; content: string[][] }

/** The table tool with its commands as methods for the toolbar; its own menus can't be used by keyboard. */
export function postTable(Table: EditorJsParts['Table']) {
  return class PostTable extends Table implements Record<TableCommand, () => void> {
    addRow(): void {
      this.table.addRow(currentCell(this).row + 1, true)
    }

    addColumn(): void {
      this.table.addColumn(currentCell(this).column + 1, true)
    }

    deleteRow(): void {
      if (this.table.numberOfRows > 1) this.table.deleteRow(currentCell(this).row)
    }

    deleteColumn(): void {
      if (this.table.numberOfColumns > 1) this.table.deleteColumn(currentCell(this).column)
    }

    toggleHeadings(): void {
      this.data.withHeadings = this.data.withHeadings !== true
      this.table.setHeadingsSetting(this.data.withHeadings === true)
    }

    /** Keeps empty rows, which the tool itself would drop, turning the row after an empty first row into a heading. */
    save(): Saved {
      const rows = [...this.table.getWrapper().querySelectorAll('.tc-row')]
      const content = rows.map((row) => [...row.querySelectorAll('.tc-cell')].map((cell) => cell.innerHTML))
      return { withHeadings: this.data.withHeadings === true, content }
    }
  }
}

/** The focused cell, or else the last one; counted from 1. */
function currentCell({ table }: TableTool): { row: number; column: number } {
  const { row, column } = table.focusedCell
  return {
    row: row > 0 ? row : table.numberOfRows,
    column: column > 0 ? column : table.numberOfColumns
  }
}
