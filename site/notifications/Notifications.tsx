import { useEffect, useState } from 'react'
import { maxNotifiedFunds } from '../../admin-api/contract/notifications.ts'
import { readMyFunds } from '../portfolio/my-funds.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox, Field } from '../ui/Field.tsx'
import { Form, SubmitButton, useFormState } from '../ui/Form.tsx'
import { canNotify, endNotifications, readPushChoice, saveChoice } from './browser-push.ts'

const kinds = [
  { name: 'declared', text: 'When a payment of my funds is announced' },
  { name: 'own_by', text: 'The day before own-by dates' },
  {
    name: 'notices',
    text: 'When a filing announces a reverse split, liquidation or another change of my funds'
  }
] as const

/** Form to choose, change and end the notifications of this browser. */
export function Notifications() {
  const [isAble, setAble] = useState<boolean | null>(null)
  const [form, setForm] = useState({ isOn: false, symbols: '', declared: true, own_by: true, notices: true })
  const [status, setStatus] = useState('')

  useEffect(() => {
    setAble(canNotify())
    const given = new URLSearchParams(location.search).get('funds')
    const prefill = async () => {
      const symbols = given?.split(',') ?? [...(await readMyFunds()).symbols]
      // Keep what the visitor typed in the meantime.
      setForm((form) => (form.symbols === '' ? { ...form, symbols: symbols.join(', ') } : form))
      const choice = canNotify() ? await readPushChoice() : null
      if (choice !== null) setForm({ ...choice, isOn: true, symbols: choice.funds.join(', ') })
    }
    void prefill()
  }, [])

  const sending = useFormState(async (sent) => {
    const { symbols, declared, own_by, notices } = form
    const funds = symbols.toUpperCase().match(/[A-Z]+/g) ?? []
    const isEnd = sent.has('end')
    const error = await (isEnd ? endNotifications() : saveChoice({ funds, declared, own_by, notices }))
    if (error !== null) return { '': error }
    setForm(isEnd ? { ...form, isOn: false } : { ...form, isOn: true, symbols: funds.join(', ') })
    setStatus(
      isEnd
        ? 'Ended. Nothing about your notifications is stored anymore.'
        : 'Saved. This browser will notify you.'
    )
    return null
  })

  if (isAble === false)
    return (
      <p>
        This browser can’t show notifications from websites. On an iPhone or iPad, first add Doubloon to the
        home screen. The <a href="/calendar#feeds">calendar and news feeds</a> work everywhere.
      </p>
    )
  return (
    <section className="measure below-7" aria-labelledby="notifications-title">
      <h2 id="notifications-title">Notify me in this browser</h2>
      <Form
        form={sending}
        className="above-4 stack gap-3"
        actions={
          <>
            <div className="row gap-3">
              <SubmitButton disabled={isAble === null}>
                {form.isOn ? 'Save Changes' : 'Turn On Notifications'}
              </SubmitButton>
              {form.isOn && (
                <SubmitButton variant="quiet" name="end">
                  End Notifications
                </SubmitButton>
              )}
            </div>
            <p role="status">{!sending.isBusy && Object.keys(sending.errors).length === 0 && status}</p>
          </>
        }
      >
        <Field
          id="notified-funds"
          label="Funds"
          hint={`Symbols, separated by commas, at most ${maxNotifiedFunds}. Only they are stored: no shares, no account.`}
          value={form.symbols}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setForm({ ...form, symbols: target.value })}
        />
        {kinds.map(({ name, text }) => (
          <Checkbox
            key={name}
            checked={form[name]}
            onChange={({ target }) => setForm({ ...form, [name]: target.checked })}
          >
            {text}
          </Checkbox>
        ))}
      </Form>
    </section>
  )
}

/** Chromium's event; other browsers install from their menus. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

/** Button that installs the site as an app; renders nothing if the browser doesn't offer that. */
export function InstallButton() {
  const [offer, setOffer] = useState<InstallEvent | null>(null)
  useEffect(() => {
    const storeOffer = (event: Event) => {
      event.preventDefault()
      setOffer(event as InstallEvent)
    }
    addEventListener('beforeinstallprompt', storeOffer)
    return () => removeEventListener('beforeinstallprompt', storeOffer)
  }, [])
  if (offer === null) return null
  return (
    <Button variant="gold" onClick={() => void offer.prompt().then(() => setOffer(null))}>
      Install Doubloon
    </Button>
  )
}
