import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { keys, otherKeys, shownKey } from './keys.ts'

/** Lists the keys of the editor. */
export function HelpDialog({
  isOpen,
  isMac,
  onClose
}: {
  isOpen: boolean
  isMac: boolean
  onClose: () => void
}) {
  return (
    <Dialog isOpen={isOpen} title="Keys of the editor" onClose={onClose}>
      <dl className="ledger">
        {keys.map((known) => (
          <div key={shownKey(known, isMac)} className="ledger__row">
            <dt>{known.text}</dt>
            <dd>
              <kbd>{shownKey(known, isMac)}</kbd>
            </dd>
          </div>
        ))}
        {otherKeys.map(({ keys: pressed, text }) => (
          <div key={pressed} className="ledger__row">
            <dt>{text}</dt>
            <dd>
              <kbd>{pressed}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="field__hint">
        Pictures can also be pasted or dropped into the text. They are stored on this site.
      </p>
      <DialogActions>
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </Dialog>
  )
}
