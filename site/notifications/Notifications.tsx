import { type FormEvent, useEffect, useState } from 'react'
import { maxNotifiedFunds } from '../../admin-api/contract/notifications.ts'
import { readMyFunds } from '../portfolio/my-funds.ts'
import { Button } from '../ui/Button.tsx'
import { Field, Input } from '../ui/Field.tsx'
import { canNotify, endNotifications, readPushChoice, saveChoice } from './browser-push.ts'
import './notifications.css'

type Status = { text: string; isError: boolean }

/** Form to choose, change and end the notifications of this browser. */
export function Notifications() {
  const [isAble, setAble] = useState<boolean | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [form, setForm] = useState({ isOn: false, symbols: '', declared: true, own_by: true })
  const [status, setStatus] = useState<Status | null>(null)

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

  async function run(work: () => Promise<string | null>, done: string): Promise<boolean> {
    setBusy(true)
    setStatus(null)
    const error = await work()
    setStatus({ text: error ?? done, isError: error !== null })
    setBusy(false)
    return error === null
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    const { symbols, declared, own_by } = form
    const funds = symbols.toUpperCase().match(/[A-Z]+/g) ?? []
    const saved = await run(
      () => saveChoice({ funds, declared, own_by }),
      'Saved. This browser will notify you.'
    )
    if (saved) setForm({ ...form, isOn: true, symbols: funds.join(', ') })
  }

  async function end(): Promise<void> {
    const ended = await run(endNotifications, 'Ended. Nothing about your notifications is stored anymore.')
    if (ended) setForm({ ...form, isOn: false })
  }

  if (isAble === false)
    return (
      <p>
        This browser can’t show notifications from websites. On an iPhone or iPad, first add Doubloon to the
        home screen. The <a href="/calendar#feeds">calendar and news feeds</a> work everywhere.
      </p>
    )
  return (
    <section className="notifications" aria-labelledby="notifications-title">
      <h2 id="notifications-title">Notify me in this browser</h2>
      <form className="above-4 stack gap-3" onSubmit={save}>
        <Field
          id="notified-funds"
          label="Funds"
          hint={`Symbols, separated by commas, at most ${maxNotifiedFunds}. Only they are stored: no shares, no account.`}
        >
          <Input
            value={form.symbols}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setForm({ ...form, symbols: target.value })}
          />
        </Field>
        <label className="notifications__kind line items-center gap-2">
          <input
            type="checkbox"
            checked={form.declared}
            onChange={({ target }) => setForm({ ...form, declared: target.checked })}
          />{' '}
          When a payment of my funds is announced
        </label>
        <label className="notifications__kind line items-center gap-2">
          <input
            type="checkbox"
            checked={form.own_by}
            onChange={({ target }) => setForm({ ...form, own_by: target.checked })}
          />{' '}
          The day before own-by dates
        </label>
        <div className="row gap-3">
          <Button type="submit" disabled={isBusy || isAble === null}>
            {form.isOn ? 'Save Changes' : 'Turn On Notifications'}
          </Button>
          {form.isOn && (
            <Button variant="quiet" disabled={isBusy} onClick={end}>
              End Notifications
            </Button>
          )}
        </div>
        <p role="status" data-error={status?.isError || undefined}>
          {status?.text}
        </p>
      </form>
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
