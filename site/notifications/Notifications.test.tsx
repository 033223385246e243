import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Notifications } from './Notifications.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
const endpoint = 'https://fcm.googleapis.com/fcm/send/1'

/** A browser with a push service, and a server that remembers one subscription. */
function stubBrowser() {
  const calls: { path: string; body: Record<string, unknown> }[] = []
  let subscription: object | null = null
  const push = { toJSON: () => ({ endpoint, keys }), unsubscribe: vi.fn(async () => true) }
  let isSubscribed = false
  const pushManager = {
    getSubscription: async () => (isSubscribed ? push : null),
    subscribe: async () => {
      isSubscribed = true
      return push
    }
  }
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => registration,
      ready: Promise.resolve(registration),
      getRegistration: async () => registration
    }
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const body = init?.body === undefined ? {} : JSON.parse(String(init.body))
    calls.push({ path, body })
    if (path.endsWith('/key')) return Response.json({ public_key: 'key' })
    if (path.endsWith('/subscribe')) {
      const { funds, declared, own_by, notices } = body
      subscription = { funds, declared, own_by, notices }
      return Response.json({ message: 'Saved.', funds: body.funds })
    }
    if (path.endsWith('/end')) subscription = null
    return Response.json(path.endsWith('/read') ? { subscription } : { message: 'Ended.' })
  })
  return { calls, push }
}

test('a visitor chooses funds and kinds, reviews them on the next visit, and ends notifications', async () => {
  const user = userEvent.setup()
  const { calls, push } = stubBrowser()
  const first = render(<Notifications />)
  await user.type(screen.getByLabelText('Funds'), 'msty, ulty')
  await user.click(screen.getByLabelText('The day before own-by dates'))
  await user.click(screen.getByRole('button', { name: 'Turn On Notifications' }))
  expect(await screen.findByText('Saved. This browser will notify you.')).toBeVisible()
  expect(calls.find(({ path }) => path.endsWith('/subscribe'))?.body).toEqual({
    endpoint,
    ...keys,
    funds: ['MSTY', 'ULTY'],
    declared: true,
    own_by: false,
    notices: true
  })
  first.unmount()

  render(<Notifications />)
  expect(await screen.findByDisplayValue('MSTY, ULTY')).toBeVisible()
  expect(screen.getByLabelText('The day before own-by dates')).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'End Notifications' }))
  expect(await screen.findByText(/^Ended\./)).toBeVisible()
  expect(push.unsubscribe).toHaveBeenCalled()
})

test('a browser without push gets a link to the feeds', () => {
  render(<Notifications />)
  expect(screen.getByRole('link', { name: 'calendar and news feeds' })).toBeVisible()
})
