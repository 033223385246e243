import { useState } from 'react'
import { Field } from '../../ui/Field.tsx'

type Props = { id: string; label: string; address: string }

/** An address to take elsewhere. Where the browser refuses the clipboard, it is marked for copying by hand. */
export function AddressField({ id, label, address }: Props) {
  const [message, setMessage] = useState('')

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address)
      setMessage('Copied.')
    } catch {
      const input = document.getElementById(id)
      if (input instanceof HTMLInputElement) input.select()
      setMessage('Your browser does not copy: the address is marked, copy it by hand.')
    }
  }

  return (
    <Field id={id} label={label} hint={message} isHintLive>
      <div className="address-field">
        <input
          className="field__control address-field__address"
          id={id}
          type="text"
          readOnly
          value={address}
          aria-describedby={`${id}-hint`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button className="button button--quiet" type="button" onClick={copy}>
          Copy <span className="visually-hidden">{label.toLowerCase()}</span>
        </button>
      </div>
    </Field>
  )
}
