import { useState } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { followTranslation } from '../lib/translated-text.ts'
import { translatePage } from '../testing/translate-page.ts'
import hydrateTranslated from './react-client.ts'

followTranslation()

function Shares({ price }: { price: number }) {
  const [shares, setShares] = useState('100')
  return (
    <form>
      <input value={shares} onChange={({ target }) => setShares(target.value)} />
      {shares} shares cost {Number(shares) * price} dollars
    </form>
  )
}

test('an island that was translated before it was hydrated keeps its elements and what is typed', async () => {
  const island = document.createElement('div')
  island.toggleAttribute('ssr')
  island.innerHTML = renderToString(<Shares price={2} />)
  document.body.append(island)
  const [field] = island.querySelectorAll('input')
  translatePage()
  await expect.poll(() => island.querySelectorAll('font')).not.toHaveLength(0)

  hydrateTranslated(island)(Shares, { price: 2 }, {}, { client: 'load' })
  expect(island.querySelector('input')).toBe(field)
  expect(Object.keys(field ?? {}).join()).toContain('__reactProps')
  await expect.poll(() => island.querySelectorAll('font')).not.toHaveLength(0)

  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '250')
  field?.dispatchEvent(new Event('input', { bubbles: true }))
  await expect.poll(() => island.textContent).toBe('250 shares cost 500 dollars')
})
