import type { CaretState } from './caret-state.ts'
import type { KeyCommand } from './keys.ts'

/** What an editor reports to whoever opened it. */
export type EditorListener = {
  onCaretState: (caretState: CaretState) => void
  /** Something was written; onContent follows once it was read. */
  onTouch: () => void
  onContent: (html: string) => void
  /** A key was pressed for a command that the editor leaves to its owner. */
  onKeyCommand: (command: KeyCommand) => void
  onToolbar: () => void
}
