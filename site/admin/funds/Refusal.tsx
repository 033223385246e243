/** The server's sentence, where it refused a form; empty where it did not. */
export function Refusal({ message }: { message: string }) {
  if (message === '') return null
  return (
    <p className="field__error" role="alert">
      {message}
    </p>
  )
}
