import { useBusy } from '../lib/use-busy.ts'

type TaskButtonProps = {
  className: string
  text: string
  busyText?: string
  /** Resolves to false to cancel the task. */
  confirm?: () => Promise<boolean>
  task: () => Promise<unknown>
}

/** A button that starts its task and ignores clicks while the task runs. */
export function TaskButton({ className, text, busyText = text, confirm, task }: TaskButtonProps) {
  const [busy, runOnce] = useBusy()
  const isBusy = busy.size > 0

  async function press() {
    if (isBusy || (confirm && !(await confirm()))) return
    await runOnce('task', async () => void (await task()))
  }

  return (
    <button type="button" className={className} aria-disabled={isBusy} onClick={press}>
      {isBusy ? busyText : text}
    </button>
  )
}
