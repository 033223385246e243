import { isLinkAddress } from '../../../admin-api/contract/blog-markup.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, SubmitButton, useFormState } from '../../ui/Form.tsx'
import { keys, otherKeys, shownKey } from './keys.ts'

type HelpDialogProps = { isOpen: boolean; onClose: () => void }

/** Lists the keyboard shortcuts of the editor. */
export function HelpDialog({ isOpen, onClose }: HelpDialogProps) {
  const rows = [...keys.map((key) => ({ keys: shownKey(key), text: key.text })), ...otherKeys]
  return (
    <Dialog isOpen={isOpen} title="Editor keys" onClose={onClose}>
      <dl className="ledger">
        {rows.map(({ keys: pressed, text }) => (
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
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** `href` is null to remove the link. */
export type LinkAnswer = { href: string | null; text: string }

type LinkDialogProps = {
  isOpen: boolean
  /** Current address; null if there is no link yet. */
  href: string | null
  /** True if neither a selection nor a word at the caret provides a text for the link. */
  needsText: boolean
  onAnswer: (answer: LinkAnswer) => void
  onCancel: () => void
  /** Called after closing, with or without an answer. */
  onClose: () => void
}

export function LinkDialog({ isOpen, onClose, ...form }: LinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={form.href === null ? 'Add a link' : 'Change the link'} onClose={onClose}>
      <LinkForm {...form} />
    </Dialog>
  )
}

function LinkForm({ href, needsText, onAnswer, onCancel }: Omit<LinkDialogProps, 'isOpen' | 'onClose'>) {
  const form = useFormState(async (fields) => {
    const address = completeAddress(String(fields.get('address')))
    if (!isLinkAddress(address))
      return { address: 'Use https://…, mailto:…, or a path on this site such as /learn.' }
    return () => onAnswer({ href: address, text: String(fields.get('text') ?? '').trim() || address })
  })
  return (
    <Form
      form={form}
      className="stack gap-4"
      actions={
        <DialogActions>
          {href !== null && (
            <Button variant="quiet" onClick={() => onAnswer({ href: null, text: '' })}>
              Remove link
            </Button>
          )}
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton>{href === null ? 'Add link' : 'Change link'}</SubmitButton>
        </DialogActions>
      }
    >
      <Field
        name="address"
        label="Address"
        hint="A web address, mailto:…, or a path on this site such as /learn."
        // The dialog opens with the focus on its first field.
        autoFocus
        inputMode="url"
        autoComplete="off"
        placeholder="https://… or /learn"
        defaultValue={href ?? ''}
      />
      {needsText && <Field name="text" label="Text" />}
    </Form>
  )
}

/** Adds https:// to an address like 'example.org/x'. */
function completeAddress(typed: string): string {
  const address = typed.trim()
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(address) ? `https://${address}` : address
}
