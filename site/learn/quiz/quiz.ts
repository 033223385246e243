/** The answers show without a script; this adds a score and has screen readers read each answer. */
export function startQuiz(): void {
  const quiz = document.querySelector<HTMLElement>('[data-quiz]')
  const score = quiz?.querySelector<HTMLElement>('[data-quiz-score]')
  const total = score?.querySelector('p')
  if (!quiz || !score || !total) return

  const inputs = [...quiz.querySelectorAll('input')]
  const count = quiz.querySelectorAll('fieldset').length

  const showScore = (answer: string) => {
    const chosen = inputs.filter(({ checked }) => checked)
    const right = chosen.filter(({ dataset }) => dataset['right'] === 'true').length
    total.textContent = scoreText(right, chosen.length, count)
    const aloud = document.createElement('span')
    aloud.className = 'visually-hidden'
    aloud.textContent = answer
    total.prepend(aloud)
  }

  quiz.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return
    showScore(`${target.parentElement?.querySelector('p')?.textContent ?? ''} `)
  })
  score.querySelector('button')?.addEventListener('click', () => {
    for (const input of inputs) input.checked = false
    showScore('')
    inputs[0]?.focus()
  })
  // The browser may have restored the choices of an earlier visit.
  if (inputs.some(({ checked }) => checked)) showScore('')
}

export function scoreText(right: number, answered: number, count: number): string {
  if (answered < count) return `${right} right, ${answered} of ${count} answered.`
  if (right === count) return `${right} of ${count} right. The helm is yours, captain.`
  return `${right} of ${count} right. Change an answer and try again.`
}
