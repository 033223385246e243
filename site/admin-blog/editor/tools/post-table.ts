import Table from '@editorjs/table'

export type TableCommand = 'addRow' | 'addColumn' | 'deleteRow' | 'deleteColumn' | 'toggleHeadings'

/** The table tool with its commands as methods for the toolbar; its own menus can't be used by keyboard. */
export class PostTable extends Table implements Record<TableCommand, () => void> {
  addRow(): void {
    this.table.addRow(this.#currentCell().row + 1, true)
  }

  addColumn(): void {
    this.table.addColumn(this.#currentCell().column + 1, true)
  }

  deleteRow(): void {
    if (this.table.numberOfRows > 1) this.table.deleteRow(this.#currentCell().row)
  }

  deleteColumn(): void {
    if (this.table.numberOfColumns > 1) this.table.deleteColumn(this.#currentCell().column)
  }

  toggleHeadings(): void {
    this.data.withHeadings = this.data.withHeadings !== true
    this.table.setHeadingsSetting(this.data.withHeadings)
  }

  /** Keeps empty rows, which the tool itself would drop, turning the row after an empty first row into a heading. */
  override save() {
    const rows = [...this.table.getWrapper().querySelectorAll('.tc-row')]
    const content = rows.map((row) => [...row.querySelectorAll('.tc-cell')].map((cell) => cell.innerHTML))
    // Its declaration names other fields.
    return { withHeadings: this.data.withHeadings === true, content } as object as ReturnType<Table['save']>
  }

  /** The focused cell, or else the last one. The tool counts from 1; 0 is no cell. */
  #currentCell(): { row: number; column: number } {
    const { focusedCell, numberOfRows, numberOfColumns } = this.table
    return { row: focusedCell.row || numberOfRows, column: focusedCell.column || numberOfColumns }
  }
}
