import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { translatePage } from '../testing/translate-page.ts'
import { followTranslation } from './translated-text.ts'

followTranslation()

/** Lets both observers, that of the page and that of the translation, see the changes. */
const observe = () => act(async () => undefined)

function Payment({ shares, funds }: { shares: number; funds: readonly string[] }) {
  return (
    <section>
      <p>
        {shares} shares of {funds.join(' and ')} {shares > 100 && 'pay more than '}
        <strong>{shares * 2} dollars</strong>
        {shares > 100 ? ' a month' : ' a week'}
      </p>
      {funds.map((name) => (
        <span key={name}>{name}, </span>
      ))}
      {shares === 0 ? 'nothing' : 'something'}
    </section>
  )
}

test('a translated component shows its new texts, and removes, inserts and reorders them', async () => {
  const { rerender, container } = render(<Payment shares={50} funds={['MSTY', 'TSLY']} />)
  translatePage()
  await observe()
  expect(container.querySelectorAll('font font')).not.toHaveLength(0)
  const expected = document.createElement('div')
  for (const props of [
    { shares: 250, funds: ['TSLY', 'MSTY', 'CONY'] },
    { shares: 0, funds: ['CONY'] },
    { shares: 101, funds: ['CONY', 'MSTY'] },
    { shares: 99, funds: [] }
  ]) {
    rerender(<Payment {...props} />)
    await observe()
    expected.innerHTML = renderToString(<Payment {...props} />)
    expect(container.textContent).toBe(expected.textContent)
  }
  // The new texts were translated, too.
  expect(screen.getByText(/shares of/).closest('font')).not.toBeNull()
})
