import type { BlockAPI } from '@editorjs/editorjs'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { imageUpload } from '../../../../admin-api/contract/blog.ts'
import { isImageAddress } from '../../../../admin-api/contract/blog-markup.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FileButton } from '../../../ui/FileButton.tsx'
import type { Picture } from '../../markup/blocks.ts'
import { uploadImage } from './upload-image.ts'

/** `file`: a dropped or pasted file, which is uploaded and not part of the saved data. */
type ImageToolData = Partial<Picture> & { file?: File }

/** Ids of fields are unique per block. */
let instances = 0

/** A picture on this site, uploaded here or given by its path. */
export class ImageTool {
  static isReadOnlySupported = false
  static enableLineBreaks = true
  static pasteConfig = false as const
  static sanitize = { src: true, alt: true, caption: {}, width: true, height: true }

  readonly #wrapper = document.createElement('div')
  readonly #root: Root
  readonly #block: BlockAPI
  readonly #file: File | undefined
  #picture: Picture

  constructor({ data: { file, ...data }, block }: { data: ImageToolData; block: BlockAPI }) {
    instances += 1
    this.#root = createRoot(this.#wrapper, { identifierPrefix: `image-${instances}-` })
    this.#block = block
    this.#file = file
    this.#picture = { src: '', alt: '', caption: '', width: null, height: null, ...data }
  }

  render(): HTMLElement {
    this.#wrapper.className = 'image-tool stack gap-2 pad-3'
    // Editor.js must not handle keys in the fields.
    this.#wrapper.addEventListener('keydown', (event) => {
      if (event.target instanceof HTMLInputElement) event.stopPropagation()
    })
    const onChange = (changed: Partial<Picture>) => {
      this.#picture = { ...this.#picture, ...changed }
      if ('width' in changed) this.#block.dispatchChange()
    }
    // Editor.js looks for editable text as soon as the block is rendered.
    flushSync(() =>
      this.#root.render(<PictureFields first={this.#picture} file={this.#file} onChange={onChange} />)
    )
    return this.#wrapper
  }

  /** Called after the block was inserted. */
  begin(): void {
    this.#wrapper.querySelector('button')?.focus()
  }

  /** The caption is edited in place. */
  save(): Picture {
    const { innerHTML: caption } = this.#wrapper.querySelector('[role="textbox"]') ?? { innerHTML: '' }
    return { ...this.#picture, caption }
  }

  destroy(): void {
    this.#root.unmount()
  }
}

type PictureFieldsProps = {
  first: Picture
  file: File | undefined
  onChange: (changed: Partial<Picture>) => void
}

const wrongAddress = 'Enter the address of a picture on this site, such as /blog-images/name.webp'

/** The picture with its description and caption; without one only the ways to choose one. */
function PictureFields({ first, file, onChange }: PictureFieldsProps) {
  const [picture, setPicture] = useState(first)
  const [status, setStatus] = useState({ sentence: '', hasFailed: false })
  const alt = useRef<HTMLInputElement>(null)
  const address = useRef<HTMLInputElement>(null)
  const needsSize = useRef(false)
  const hasPicture = picture.src !== ''
  const say = (sentence: string, hasFailed = false) => setStatus({ sentence, hasFailed })

  function change(changed: Partial<Picture>) {
    setPicture((last) => ({ ...last, ...changed }))
    onChange(changed)
  }

  function show(changed: Pick<Picture, 'src' | 'width' | 'height'>, sentence: string) {
    flushSync(() => {
      change(changed)
      say(sentence)
    })
    alt.current?.focus()
  }

  async function upload(chosen: File) {
    say('Hauling the picture aboard…')
    const result = await uploadImage(chosen, (share) =>
      say(`Hauling the picture aboard… ${Math.round(share * 100)}%`)
    )
    if (!result.ok) return say(result.message, true)
    const { url, width, height } = result.image
    show({ src: url, width, height }, 'The picture is aboard. Now describe what it shows.')
  }

  function applyAddress() {
    const src = address.current?.value.trim() ?? ''
    if (!isImageAddress(src)) return say(wrongAddress, true)
    needsSize.current = true
    show({ src, width: null, height: null }, '')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a dropped or pasted file is uploaded once
  useEffect(() => {
    if (file !== undefined) void upload(file)
  }, [])

  return (
    <>
      {hasPicture && (
        <>
          <img
            className="image-tool__picture"
            src={picture.src}
            alt=""
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (needsSize.current) change({ width: naturalWidth, height: naturalHeight })
              needsSize.current = false
            }}
            onError={() => say('There is no picture at this address.', true)}
          />
          {/* biome-ignore lint/a11y/useSemanticElements: an input has no formatted text */}
          <div
            className="image-tool__caption text-s muted"
            contentEditable
            suppressContentEditableWarning
            role="textbox"
            tabIndex={0}
            aria-label="Caption"
            data-placeholder="Caption (optional)"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: inline HTML as in a post
            dangerouslySetInnerHTML={{ __html: first.caption }}
          />
          <Field
            ref={alt}
            label="What the picture shows"
            hint="Screen readers read it aloud. Leave it empty only if the picture adds nothing to the text."
            value={picture.alt}
            onChange={({ target }) => change({ alt: target.value })}
          />
        </>
      )}
      <div className="image-tool__source row items-end gap-2">
        <FileButton
          text={hasPicture ? 'Choose another picture' : 'Choose a picture'}
          label="Picture file"
          accept={imageUpload.types.join(',')}
          onFile={(chosen) => void upload(chosen)}
        />
        {!hasPicture && (
          <>
            <Field
              ref={address}
              label="or the address of one on this site"
              placeholder="/blog-images/…"
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                applyAddress()
              }}
            />
            <Button variant="quiet" onClick={applyAddress}>
              Use address
            </Button>
          </>
        )}
      </div>
      <div className={status.hasFailed ? 'text-xs semibold negative' : 'text-xs muted'} role="status">
        {status.sentence}
      </div>
    </>
  )
}
