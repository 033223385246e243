import { imageUpload } from '../../../../admin-api/contract/blog.ts'

export type ImageParts = ReturnType<typeof imageParts>

let made = 0

/** The fields of one picture. Their words stand here, what they do in image-tool.ts. */
export function imageParts() {
  made += 1
  const wrapper = element('div', 'image-tool')
  const picture = element('img', 'image-tool__picture')
  picture.alt = ''
  const choose = element('button', 'button button--quiet image-tool__choose')
  choose.type = 'button'
  const file = element('input', 'image-tool__file')
  file.type = 'file'
  file.accept = imageUpload.types.join(',')
  file.hidden = true
  file.tabIndex = -1

  const address = element('input', 'field__control')
  address.placeholder = '/blog-images/…'
  const take = element('button', 'button button--quiet')
  take.type = 'button'
  take.textContent = 'Use address'
  const addressLine = field('or the address of one on this site', address, `image-address-${made}`)
  addressLine.classList.add('image-tool__address')
  addressLine.append(take)

  const alt = element('input', 'field__control')
  const altField = field('What the picture shows', alt, `image-alt-${made}`)
  const hint = element('p', 'field__hint')
  hint.id = `image-alt-hint-${made}`
  hint.textContent =
    'Read to those who cannot see it. Leave it empty only if the picture tells nothing the text does not.'
  alt.setAttribute('aria-describedby', hint.id)
  altField.append(hint)
  altField.classList.add('image-tool__alt')

  const caption = element('div', 'image-tool__caption')
  caption.contentEditable = 'true'
  caption.dataset.placeholder = 'Caption (optional)'
  caption.setAttribute('role', 'textbox')
  caption.setAttribute('aria-label', 'Caption')

  const status = element('p', 'image-tool__status')
  status.setAttribute('role', 'status')

  const source = element('div', 'image-tool__source')
  source.append(choose, file, addressLine)
  wrapper.append(picture, caption, altField, source, status)
  return { wrapper, picture, alt, caption, choose, file, address, take, status }
}

function field(name: string, control: HTMLInputElement, id: string): HTMLElement {
  const label = element('label', 'field__label')
  label.htmlFor = id
  label.textContent = name
  control.id = id
  const line = element('div', 'field')
  line.append(label, control)
  return line
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  made.className = className
  return made
}
