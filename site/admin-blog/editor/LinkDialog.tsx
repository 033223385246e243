import { type SubmitEvent, useId, useState } from 'react'
import { isLinkAddress } from '../../../admin-api/contract/blog-markup.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'

export type LinkAnswer = { href: string | null; text: string }

type LinkDialogProps = {
  isOpen: boolean
  /** The current address; null where there is no link yet. */
  href: string | null
  /** Nothing is selected and the caret is at no word: the text has to be asked for too. */
  needsText: boolean
  onAnswer: (answer: LinkAnswer) => void
  onCancel: () => void
  /** It has closed, with an answer or without. */
  onClose: () => void
}

export function LinkDialog({ isOpen, href, needsText, onAnswer, onCancel, onClose }: LinkDialogProps) {
  return (
    <Dialog isOpen={isOpen} title={href === null ? 'Add a link' : 'Change the link'} onClose={onClose}>
      <LinkForm href={href} needsText={needsText} onAnswer={onAnswer} onCancel={onCancel} />
    </Dialog>
  )
}

function LinkForm({ href, needsText, onAnswer, onCancel }: Omit<LinkDialogProps, 'isOpen' | 'onClose'>) {
  const id = useId()
  const [address, setAddress] = useState(href ?? '')
  const [text, setText] = useState('')
  const [isRefused, setRefused] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // For React the dialog still belongs to the form of the post.
    event.stopPropagation()
    const meant = addressMeant(address)
    if (isLinkAddress(meant)) onAnswer({ href: meant, text: text.trim() === '' ? meant : text.trim() })
    else setRefused(true)
  }

  return (
    <form className="link-form" onSubmit={submit} noValidate>
      <div className="field">
        <label className="field__label" htmlFor={`${id}-address`}>
          Address
        </label>
        <input
          id={`${id}-address`}
          className="field__control"
          // biome-ignore lint/a11y/noAutofocus: a dialog moves the focus, and this is what it asks for
          autoFocus
          inputMode="url"
          autoComplete="off"
          placeholder="https://… or /learn"
          value={address}
          aria-invalid={isRefused}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setAddress(target.value)}
        />
        <p id={`${id}-hint`} className={isRefused ? 'field__error' : 'field__hint'} role="status">
          {isRefused
            ? 'Use https://…, mailto:…, or a path of this site such as /learn.'
            : 'A web address, mailto:…, or a path of this site such as /learn.'}
        </p>
      </div>
      {needsText && (
        <div className="field">
          <label className="field__label" htmlFor={`${id}-text`}>
            Text
          </label>
          <input
            id={`${id}-text`}
            className="field__control"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
      )}
      <DialogActions>
        {href !== null && (
          <button
            type="button"
            className="button button--quiet"
            onClick={() => onAnswer({ href: null, text: '' })}
          >
            Remove link
          </button>
        )}
        <button type="button" className="button button--quiet" onClick={onCancel}>
          Cancel
        </button>
        <button type="submit" className="button">
          {href === null ? 'Add link' : 'Change link'}
        </button>
      </DialogActions>
    </form>
  )
}

/** 'example.org/x' is meant as a web address. */
function addressMeant(typed: string): string {
  const address = typed.trim()
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(address) ? `https://${address}` : address
}
