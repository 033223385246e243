import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '../../admin-api/contract/endpoint.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { Amount, Checkbox, Field } from '../ui/Field.tsx'
import { Form, SubmitButton } from '../ui/Form.tsx'
import { $toast } from '../ui/toast.ts'
import { useForm } from './use-form.ts'

const nameRule = 'name must have 3 to 20 characters'
const saveShip = defineEndpoint('admin', 'PUT', '/api/admin/ships/:id', {
  input: z.object({
    id: z.number(),
    name: z.string(nameRule).check(z.minLength(3, nameRule), z.maxLength(20, nameRule)),
    masts: z.nullable(z.number('masts must be a number').check(z.lte(9, 'masts must be at most 9'))),
    price: z.number('price must be a number'),
    is_fast: z.boolean(),
    flags: z.array(z.string()),
    note: z.optional(z.string())
  }),
  output: z.object({ message: z.string() })
})

function ShipForm() {
  const form = useForm(saveShip, { fixed: { id: 7 }, doneTitle: 'Ship Saved', onDone: () => {} })
  return (
    <Form form={form} actions={<SubmitButton>Save</SubmitButton>}>
      <Field name="name" label="Ship’s name" hint="As painted on the stern" />
      <Amount name="masts" label="Masts" />
      <Amount name="price" label="Price" />
      <Field name="note" label="Note" />
      <Checkbox name="is_fast">Fast</Checkbox>
      <Checkbox name="flags" value="red">
        Red flag
      </Checkbox>
      <Checkbox name="flags" value="black">
        Black flag
      </Checkbox>
    </Form>
  )
}

const field = (name: string) => screen.getByLabelText(name)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('the contract sets the limits of fields and how they are read', async () => {
  const server = startFakeServer()
  render(<ShipForm />)
  expect(field('Ship’s name')).toHaveAttribute('maxlength', '20')
  expect(field('Ship’s name')).toBeRequired()
  expect(field('Masts')).toHaveAttribute('max', '9')
  expect(field('Masts')).not.toBeRequired()
  expect(field('Note')).not.toBeRequired()
  await userEvent.type(field('Ship’s name'), 'Flying Dutchman')
  await userEvent.type(field('Price'), '$1,234.50')
  await userEvent.click(field('Black flag'))
  server.answer(200, { message: 'Saved.' })
  await save()
  expect(server.calls).toEqual([
    {
      method: 'PUT',
      path: '/api/admin/ships/7',
      body: { name: 'Flying Dutchman', masts: null, price: 1234.5, is_fast: false, flags: ['black'] }
    }
  ])
  expect($toast.get()).toMatchObject({ title: 'Ship Saved', message: 'Saved.' })
})

test('errors are next to their fields, the first of which gets the focus, and all input stays', async () => {
  const server = startFakeServer()
  render(<ShipForm />)
  await userEvent.type(field('Ship’s name'), 'Ra')
  await userEvent.type(field('Masts'), '12')
  await save()
  expect(field('Ship’s name')).toHaveFocus()
  expect(field('Ship’s name')).toHaveAccessibleDescription('Ship’s name must have 3 to 20 characters')
  expect(field('Masts')).toHaveAccessibleDescription('Masts must be at most 9')
  expect(field('Price')).toHaveAccessibleDescription('Price required')
  expect(screen.getByRole('alert')).toHaveTextContent('Please correct 3 fields.')
  expect(field('Masts')).toHaveValue('12')
  expect(server.calls).toEqual([])

  // The text with the error is selected, so typing replaces it.
  await userEvent.keyboard('Pequod')
  expect(field('Ship’s name')).toHaveValue('Pequod')
  expect(field('Ship’s name')).toHaveAccessibleDescription('As painted on the stern')
  expect(field('Masts')).toBeInvalid()
})

test('a refusal of the server is shown above the buttons until the form is changed', async () => {
  const server = startFakeServer()
  render(<ShipForm />)
  await userEvent.type(field('Ship’s name'), 'Pequod')
  await userEvent.type(field('Price'), '5')
  server.answer(409, { message: 'There is a Pequod already.' })
  await save()
  expect(screen.getByRole('alert')).toHaveTextContent('There is a Pequod already.')
  expect(field('Ship’s name')).toHaveValue('Pequod')
  await userEvent.type(field('Ship’s name'), ' II')
  expect(screen.queryByRole('alert')).toBeNull()
})
