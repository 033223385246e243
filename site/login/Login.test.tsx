import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { $toast } from '../ui/toast.ts'
import { hasAdminFlag } from './admin-session.ts'
import { Login } from './Login.tsx'

let server: FakeServer
let visited: string[]

beforeEach(() => {
  server = startFakeServer()
  visited = []
  vi.stubGlobal('location', { assign: (path: string) => visited.push(path) })
  $toast.set(null)
  render(<Login />)
})

function field() {
  return screen.getByLabelText<HTMLInputElement>('Password')
}

function button() {
  return screen.getByRole('button', { name: /^Log/ })
}

test('an empty password is rejected and not sent', async () => {
  await userEvent.click(button())
  expect(field()).toHaveAccessibleDescription('Password is required')
  expect(field()).toHaveFocus()
  expect(server.calls).toEqual([])
})

test('a wrong password is reported at the field and in a toast, and typing clears the error', async () => {
  server.answer(401, { message: 'Invalid credentials' })
  await userEvent.type(field(), 'open sesame{Enter}')
  expect(server.calls).toEqual([
    { method: 'POST', path: '/api/auth/login', body: { password: 'open sesame' } }
  ])
  expect(field()).toHaveAccessibleDescription('Invalid credentials')
  expect(field()).toBeInvalid()
  expect(field()).toHaveFocus()
  expect($toast.get()).toMatchObject({ title: 'Login Failed', message: 'Invalid credentials' })
  expect(visited).toEqual([])
  expect(hasAdminFlag()).toBe(false)

  // The text is selected, so that the next attempt replaces it.
  await userEvent.keyboard('x')
  expect(field()).toHaveValue('x')
  expect(field()).toBeValid()
})

test('after too many attempts the server message says how long to wait', async () => {
  const message = 'Too many wrong passwords. Please try again in 8 seconds.'
  server.answer(429, { message })
  await userEvent.type(field(), 'open sesame{Enter}')
  expect(field()).toHaveAccessibleDescription(message)
  expect(button()).toHaveAttribute('aria-disabled', 'false')
})

test('without a connection the error is not about the password', async () => {
  await userEvent.type(field(), 'open sesame{Enter}')
  expect(field()).toHaveAccessibleDescription(/could not be reached/)
})

test('a 401 without a readable message means wrong credentials', async () => {
  server.answer(401, null)
  await userEvent.type(field(), 'open sesame{Enter}')
  expect(field()).toHaveAccessibleDescription('Invalid credentials')
  expect($toast.get()).toMatchObject({ title: 'Login Failed', message: 'Invalid credentials' })
})

test('the button shows a pending login, and a second attempt sends nothing', async () => {
  const release = server.hold(401, { message: 'Invalid credentials' })
  await userEvent.type(field(), 'open sesame{Enter}')
  expect(button()).toHaveTextContent('Logging in...')
  expect(button()).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(button())
  expect(server.calls).toHaveLength(1)
  release()
  expect(await screen.findByRole('button', { name: 'Login' })).toHaveAttribute('aria-disabled', 'false')
})

test('the right password sets the flag and opens the dashboard', async () => {
  server.answer(200, { message: 'Welcome aboard, Captain.' })
  await userEvent.type(field(), 'the right one{Enter}')
  await vi.waitFor(() => expect(visited).toEqual(['/admin']))
  expect(hasAdminFlag()).toBe(true)
  expect(button()).toHaveTextContent('Logging in...')
})

test('the password can be shown and hidden again', async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Show/ }))
  expect(field()).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: /^Hide/ }))
  expect(field()).toHaveAttribute('type', 'password')
})

test('with a second factor, the code is requested in a second step', async () => {
  server.answer(401, { message: 'Please enter the code.', code: 'code-needed' })
  await userEvent.type(field(), 'the right one{Enter}')
  const code = await screen.findByLabelText('Code')
  expect(code).toHaveFocus()
  expect(code).toBeValid()
  expect($toast.get()).toBeNull()

  await userEvent.keyboard('{Enter}')
  expect(code).toHaveAccessibleDescription(/The code is required/)
  expect(server.calls).toHaveLength(1)

  server.answer(401, { message: 'That code is wrong.', code: 'code-needed' })
  await userEvent.type(code, '000000{Enter}')
  expect(code).toHaveAccessibleDescription(/That code is wrong\./)
  expect(code).toBeInvalid()
  expect(code).toHaveFocus()

  server.answer(200, { message: 'Welcome aboard, Captain.' })
  await userEvent.keyboard('123456{Enter}')
  await vi.waitFor(() => expect(visited).toEqual(['/admin']))
  expect(server.calls.at(-1)?.body).toEqual({ password: 'the right one', code: '123456' })
})
