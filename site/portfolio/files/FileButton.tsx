import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

type FileButtonProps = {
  label: string
  accept: string
  onText: (text: string) => void
  /** Called with a sentence that says why the file can't be read. */
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
      <Button variant="quiet" onClick={() => chooser.current?.click()}>
        {label}
      </Button>
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
