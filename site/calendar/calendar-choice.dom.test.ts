import { expect, test } from 'vitest'
import { withParams } from '../lib/query-param.ts'
import { choiceOf, countSentence, fillChoice, paramsOf, toSlug } from './calendar-choice.ts'

const everything = { issuer: '', cadence: '', funds: '', view: 'grid' }

/** The radio buttons of CalendarChoice.astro. */
function makeForm(): HTMLFormElement {
  const radios = (name: string, values: readonly string[]) =>
    values.map((value) => `<input type="radio" name="${name}" value="${value}">`).join('')
  document.body.innerHTML = `<form>
    ${radios('funds', ['mine', ''])}
    ${radios('issuer', ['', 'yieldmax', 'roundhill'])}
    ${radios('cadence', ['', 'weekly', 'every-4-weeks'])}
    ${radios('view', ['grid', 'list'])}
  </form>`
  const [form] = document.forms
  if (form === undefined) throw new Error('the document has a form')
  return form
}

function read(query: string, hasOwn = false) {
  const form = makeForm()
  fillChoice(form, query, hasOwn)
  return choiceOf(form)
}

const write = (choice: ReturnType<typeof choiceOf>, hasOwn = false) => paramsOf(choice, hasOwn)

test('names become URL slugs', () => {
  expect(['YieldMax', 'Every 4 Weeks'].map(toSlug)).toEqual(['yieldmax', 'every-4-weeks'])
})

test('a choice survives the URL', () => {
  const choice = { issuer: 'roundhill', cadence: 'every-4-weeks', funds: '', view: 'list' }
  expect(write(choice)).toEqual(choice)
  expect(read(withParams('', write(choice)))).toEqual(choice)
})

test('the default needs no parameter', () => {
  expect(Object.values(write(everything)).join('')).toBe('')
})

test.each(['', '?issuer=nobody&cadence=daily&view=cube', '?issuer=', '?ISSUER=yieldmax', '?%E0%A4%A'])(
  '%j selects everything',
  (query) => {
    expect(read(query)).toEqual(everything)
  }
)

test('the count is a sentence', () => {
  expect(countSentence(62, 62, 812)).toBe('All 62 paying funds, 812 dates.')
  expect(countSentence(5, 62, 70)).toBe('5 of 62 paying funds, 70 dates.')
  expect(countSentence(1, 62, 1)).toBe('1 of 62 paying funds, 1 date.')
  expect(countSentence(196, 196, 1335)).toBe('All 196 paying funds, 1,335 dates.')
  expect(countSentence(0, 62, 0)).toBe('No fund in this calendar matches these filters.')
})

test('visitors with own funds see those unless the URL says otherwise', () => {
  expect(read('?ref=mail', true).funds).toBe('mine')
  expect(read('?issuer=roundhill', true).funds).toBe('')
  expect(read('?issuer=roundhill&funds=mine', true).funds).toBe('mine')
  expect(read('?funds=all', true).funds).toBe('')
  expect(read('?funds=mine').funds).toBe('')
})

test('the URL says whether own funds are shown, never which', () => {
  expect(write({ ...everything, funds: 'mine' }, true).funds).toBe('mine')
  expect(write(everything, true).funds).toBe('all')
  expect(write(everything).funds).toBe('')
})
