import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

type FileButtonProps = {
  label: string
  accept: string
  onBytes: (bytes: Uint8Array) => void
  /** Called with a sentence on why the file can't be read. */
  onFault: (fault: string) => void
}

/** 50,000 transactions are about 8 MB. */
const largestFileBytes = 20_000_000

export function FileButton({ label, accept, onBytes, onFault }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
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
          if (file !== undefined) void readBytes(file, onBytes, onFault)
        }}
      />
    </>
  )
}

export async function readBytes(
  file: File,
  onBytes: FileButtonProps['onBytes'],
  onFault: FileButtonProps['onFault']
): Promise<void> {
  if (file.size > largestFileBytes) return onFault('The file is larger than 20 MB. Nothing was changed.')
  try {
    onBytes(new Uint8Array(await file.arrayBuffer()))
  } catch {
    onFault('The file could not be read. Nothing was changed.')
  }
}
