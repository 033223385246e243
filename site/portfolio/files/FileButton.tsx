import { useRef } from 'react'

type FileButtonProps = {
  label: string
  accept: string
  onText: (text: string) => void
  /** With a sentence that says why there is no text. */
  onFault: (fault: string) => void
}

/** More lots than anybody has. */
const largestFileBytes = 2_000_000

export function FileButton({ label, accept, onText, onFault }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)

  async function read(file: File) {
    if (file.size > largestFileBytes) return onFault('The file is larger than 2 MB. Nothing was changed.')
    try {
      onText(await file.text())
    } catch {
      onFault('The file could not be read. Nothing was changed.')
    }
  }

  return (
    <>
      <button type="button" className="button button--quiet" onClick={() => chooser.current?.click()}>
        {label}
      </button>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // So that the same file can be chosen again.
          event.target.value = ''
          if (file !== undefined) void read(file)
        }}
      />
    </>
  )
}
