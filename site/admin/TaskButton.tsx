import type { ComponentProps } from 'react'
import { useBusy } from '../lib/use-busy.ts'
import { Button } from '../ui/Button.tsx'

type TaskButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'aria-label'> & {
  text: string
  busyText?: string
  /** Resolves to false to cancel the task. */
  confirm?: () => Promise<boolean>
  task: () => Promise<unknown>
}

/** A button that starts its task and ignores clicks while the task runs. */
export function TaskButton({ text, busyText = text, confirm, task, ...button }: TaskButtonProps) {
  const [busy, runOnce] = useBusy()
  const isBusy = busy.size > 0

  async function press() {
    if (isBusy || (confirm && !(await confirm()))) return
    await runOnce('task', async () => void (await task()))
  }

  return (
    <Button variant="chip" {...button} aria-disabled={isBusy} onClick={press}>
      {isBusy ? busyText : text}
    </Button>
  )
}
