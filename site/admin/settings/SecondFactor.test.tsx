import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { $toast } from '../../ui/toast.ts'
import { SecondFactor } from './SecondFactor.tsx'

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const uri = `otpauth://totp/Doubloon:x?secret=${secret}`
const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh']
let server: FakeServer

beforeEach(() => {
  server = startFakeServer()
  $toast.set(null)
})

function button(name: RegExp) {
  return screen.getByRole('button', { name })
}

function isOn(is_on: boolean) {
  server.answer(200, { is_on, recovery_codes_left: is_on ? 8 : 0 })
}

test('setup shows a QR code, checks a code, and shows the recovery codes until they are confirmed', async () => {
  isOn(false)
  render(<SecondFactor />)
  await screen.findByText(/^Off: your password alone/)

  const password = screen.getByLabelText('Your password')
  server.answer(400, { message: 'That is not your password.' })
  await userEvent.type(password, 'open sesame')
  await userEvent.click(button(/Set Up/))
  expect(password).toHaveAccessibleDescription('That is not your password.')
  expect(password).toHaveFocus()
  server.answer(200, { uri, secret })
  isOn(false)
  await userEvent.keyboard('the right one{Enter}')
  expect(await screen.findByRole('img', { name: /secret for your authenticator app/ })).toBeInTheDocument()
  expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeInTheDocument()
  expect(screen.getByText(uri)).toBeInTheDocument()

  const code = screen.getByLabelText('Code shown by the app')
  expect(code).toHaveFocus()
  server.answer(400, { message: 'That code is wrong.' })
  await userEvent.type(code, '000000{Enter}')
  expect(code).toHaveAccessibleDescription('That code is wrong.')
  expect(code).toHaveFocus()

  server.answer(200, { recovery_codes: codes })
  isOn(true)
  await userEvent.keyboard('123456{Enter}')
  const list = await screen.findByRole('list')
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
  ).toEqual(codes)
  expect(screen.getByRole('heading', { name: /Save these recovery codes/ })).toHaveFocus()
  expect(screen.queryByText(uri)).toBeNull()

  await userEvent.click(button(/I Saved Them/))
  expect(screen.getByText(/^On: login requires a code/)).toHaveTextContent('Recovery codes left: 8')
  expect(server.calls.map(({ method, body }) => [method, body])).toEqual([
    ['GET', null],
    ['POST', { password: 'open sesame' }],
    ['POST', { password: 'the right one' }],
    ['GET', null],
    ['POST', { code: '000000' }],
    ['POST', { code: '123456' }],
    ['GET', null]
  ])
})

test('switching off requires the password or a code, and a wrong one is reported', async () => {
  isOn(true)
  render(<SecondFactor />)
  const proof = await screen.findByLabelText('Password or code')
  server.answer(400, { message: 'That is neither your password nor a valid code.' })
  await userEvent.type(proof, 'open sesame{Enter}')
  expect(proof).toHaveAccessibleDescription(/neither your password nor/)
  expect(proof).toHaveFocus()

  server.answer(200, { message: 'The second factor is off.' })
  isOn(false)
  await userEvent.keyboard('the right one{Enter}')
  await screen.findByText(/^Off: your password alone/)
  expect(server.calls.at(-2)?.body).toEqual({ proof: 'the right one' })
  expect($toast.get()).toMatchObject({ title: 'Second Factor Off' })
})
