import { isImageAddress } from '../../../../admin-api/contract/blog-markup.ts'
import type { BlockAPI } from '../editorjs-types.ts'
import { type ImageParts, imageParts } from './image-parts.ts'
import { uploadImage } from './upload-image.ts'

type ImageData = {
  src: string
  alt: string
  caption: string
  width: number | null
  height: number | null
  /** Dropped or pasted: on its way to the server, never saved. */
  file?: File
}

const wrongAddress = 'The address must be a picture of this site, such as /blog-images/name.webp'

/** A picture of our own origin: uploaded here, or named by its path. */
export class ImageTool {
  static isReadOnlySupported = false
  static enableLineBreaks = true
  static pasteConfig = false as const
  static sanitize = { src: true, alt: true, caption: {}, width: true, height: true }

  readonly #parts: ImageParts = imageParts()
  readonly #block: BlockAPI
  #image: ImageData
  #isSizeWanted = false

  constructor({ data, block }: { data: Partial<ImageData>; block: BlockAPI }) {
    this.#block = block
    this.#image = { src: '', alt: '', caption: '', width: null, height: null, ...data }
  }

  render(): HTMLElement {
    const { wrapper, picture, alt, caption, choose, file, address, take } = this.#parts
    alt.value = this.#image.alt
    caption.innerHTML = this.#image.caption
    this.#draw()
    choose.addEventListener('click', () => file.click())
    file.addEventListener('change', () => {
      const chosen = file.files?.[0]
      if (chosen !== undefined) void this.#upload(chosen)
      file.value = ''
    })
    const takeAddress = () => this.#take(address.value.trim())
    take.addEventListener('click', takeAddress)
    address.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      takeAddress()
    })
    picture.addEventListener('load', () => {
      if (!this.#isSizeWanted) return
      this.#isSizeWanted = false
      this.#image.width = picture.naturalWidth
      this.#image.height = picture.naturalHeight
      this.#block.dispatchChange()
    })
    picture.addEventListener('error', () => {
      if (this.#image.src !== '') this.#showStatus('There is no picture at this address.', true)
    })
    // Keys in these fields are not meant for the blocks around them.
    wrapper.addEventListener('keydown', (event) => {
      if (event.target !== caption) event.stopPropagation()
    })
    if (this.#image.file !== undefined) void this.#upload(this.#image.file)
    return wrapper
  }

  /** Called once the block is inserted: where writing goes on. */
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
    this.#show()
    this.#showStatus('The picture is aboard. Now say what it shows.')
  }

  #take(address: string): void {
    if (!isImageAddress(address)) {
      this.#showStatus(wrongAddress, true)
      return
    }
    this.#image = { ...this.#image, src: address, width: null, height: null }
    this.#isSizeWanted = true
    this.#show()
    this.#showStatus('')
  }

  #show(): void {
    this.#draw()
    this.#parts.alt.focus()
    this.#block.dispatchChange()
  }

  #draw(): void {
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
