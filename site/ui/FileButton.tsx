import { useRef } from 'react'
import { Button } from './Button.tsx'

type FileButtonProps = {
  text: string
  /** Name of the file field, if it is not the button's text. */
  label?: string
  accept: string
  isBusy?: boolean
  onFile: (file: File) => void
}

/** A button that opens the browser's file chooser. */
export function FileButton({ text, label = text, accept, isBusy = false, onFile }: FileButtonProps) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="quiet"
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (!isBusy) chooser.current?.click()
        }}
      >
        {text}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Allows the same file to be chosen again.
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}
