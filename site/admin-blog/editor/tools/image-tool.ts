import { imageUpload } from '../../../../admin-api/contract/blog.ts'
import { isImageAddress } from '../../../../admin-api/contract/blog-markup.ts'
import type { BlockAPI } from '../editorjs-types.ts'
import { uploadImage } from './upload-image.ts'

type ImageData = {
  src: string
  alt: string
  caption: string
  width: number | null
  height: number | null
  /** A dropped or pasted file, which is uploaded and not part of the saved data. */
  file?: File
}

const wrongAddress = 'Enter the address of a picture on this site, such as /blog-images/name.webp'

/** A picture on this site, uploaded here or given by its path. */
export class ImageTool {
  static isReadOnlySupported = false
  static enableLineBreaks = true
  static pasteConfig = false as const
  static sanitize = { src: true, alt: true, caption: {}, width: true, height: true }

  readonly #parts = createParts()
  readonly #block: BlockAPI
  #image: ImageData
  #needsSize = false

  constructor({ data, block }: { data: Partial<ImageData>; block: BlockAPI }) {
    this.#block = block
    this.#image = { src: '', alt: '', caption: '', width: null, height: null, ...data }
  }

  render(): HTMLElement {
    const { wrapper, picture, alt, caption, choose, file, address, apply } = this.#parts
    alt.value = this.#image.alt
    caption.innerHTML = this.#image.caption
    this.#update()
    choose.addEventListener('click', () => file.click())
    file.addEventListener('change', () => {
      const chosen = file.files?.[0]
      if (chosen !== undefined) void this.#upload(chosen)
      file.value = ''
    })
    const applyAddress = () => this.#applyAddress(address.value.trim())
    apply.addEventListener('click', applyAddress)
    address.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      applyAddress()
    })
    picture.addEventListener('load', () => {
      if (!this.#needsSize) return
      this.#needsSize = false
      this.#image.width = picture.naturalWidth
      this.#image.height = picture.naturalHeight
      this.#block.dispatchChange()
    })
    picture.addEventListener('error', () => {
      if (this.#image.src !== '') this.#showStatus('There is no picture at this address.', true)
    })
    // Editor.js must not handle keys in these fields.
    wrapper.addEventListener('keydown', (event) => {
      if (event.target !== caption) event.stopPropagation()
    })
    if (this.#image.file !== undefined) void this.#upload(this.#image.file)
    return wrapper
  }

  /** Called after the block was inserted. */
  begin(): void {
    this.#parts.choose.focus()
  }

  save(): Omit<ImageData, 'file'> {
    const { src, width, height } = this.#image
    const { alt, caption } = this.#parts
    return { src, alt: alt.value, caption: caption.innerHTML, width, height }
  }

  async #upload(file: File): Promise<void> {
    this.#showStatus('Hauling the picture aboard…')
    const result = await uploadImage(file, (share) => {
      this.#showStatus(`Hauling the picture aboard… ${Math.round(share * 100)}%`)
    })
    if (!result.ok) {
      this.#showStatus(result.message, true)
      return
    }
    const { url, width, height } = result.image
    this.#image = { ...this.#image, src: url, width, height }
    this.#showPicture()
    this.#showStatus('The picture is aboard. Now describe what it shows.')
  }

  #applyAddress(address: string): void {
    if (!isImageAddress(address)) {
      this.#showStatus(wrongAddress, true)
      return
    }
    this.#image = { ...this.#image, src: address, width: null, height: null }
    this.#needsSize = true
    this.#showPicture()
    this.#showStatus('')
  }

  #showPicture(): void {
    this.#update()
    this.#parts.alt.focus()
    this.#block.dispatchChange()
  }

  #update(): void {
    const { wrapper, picture, choose } = this.#parts
    const hasPicture = this.#image.src !== ''
    wrapper.classList.toggle('image-tool--empty', !hasPicture)
    choose.textContent = hasPicture ? 'Choose another picture' : 'Choose a picture'
    if (hasPicture) picture.src = this.#image.src
  }

  #showStatus(sentence: string, isFailure = false): void {
    const { status } = this.#parts
    status.textContent = sentence
    status.classList.toggle('image-tool__status--failed', isFailure)
  }
}

let instances = 0

function createParts() {
  instances += 1
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
  const apply = element('button', 'button button--quiet')
  apply.type = 'button'
  apply.textContent = 'Use address'
  const addressLine = field('or the address of one on this site', address, `image-address-${instances}`)
  addressLine.classList.add('image-tool__address')
  addressLine.append(apply)

  const alt = element('input', 'field__control')
  const altField = field('What the picture shows', alt, `image-alt-${instances}`)
  const hint = element('p', 'field__hint')
  hint.id = `image-alt-hint-${instances}`
  hint.textContent =
    'Screen readers read it aloud. Leave it empty only if the picture adds nothing to the text.'
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
  return { wrapper, picture, alt, caption, choose, file, address, apply, status }
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
  const created = document.createElement(name)
  created.className = className
  return created
}
