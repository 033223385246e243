import type { ComponentProps } from 'react'
import { useBusy } from '../lib/use-busy.ts'
import { Button } from '../ui/Button.tsx'
import { type Question, useConfirm } from '../ui/use-confirm.tsx'

type TaskButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'className' | 'aria-label'> & {
  text: string
  busyText?: string
  /** Asked before the task. */
  question?: Question
  task: () => Promise<unknown>
}

/** A button that starts its task and ignores clicks while the task runs. */
export function TaskButton({ text, busyText = text, question, task, ...button }: TaskButtonProps) {
  const [confirm, confirmDialog] = useConfirm()
  const [busy, runOnce] = useBusy()
  const isBusy = busy.size > 0

  async function press() {
    if (question && !(await confirm(question))) return
    await runOnce('task', async () => void (await task()))
  }

  return (
    <>
      <Button variant="chip" {...button} aria-disabled={isBusy} onClick={press}>
        {isBusy ? busyText : text}
      </Button>
      {question && confirmDialog}
    </>
  )
}
