import type { Candidate } from '../choice.ts'
import { coefficients, dot, newRegression, observe, type Regression } from '../numbers/ridge.ts'
import type { Situation } from './rule.ts'
import { rules } from './table.ts'

/** What the learning rules learnt so far, by rule, family and period. */
export type Lessons = Map<string, Regression>

const fewestLessons = 30
const penalty = 3

/** Every rule's estimate, those with nothing to say left out. */
export function allCandidates(situation: Situation, lessons: Lessons): Candidate[] {
  return rules.flatMap((rule) => {
    if (rule.families && !rule.families.includes(situation.family)) return []
    const amount =
      'estimate' in rule
        ? rule.estimate(situation)
        : learntAmount(situation, rule.predictors(situation), lessons.get(lessonKey(rule.name, situation)))
    return amount !== undefined && amount > 0 && Number.isFinite(amount) ? [{ rule: rule.name, amount }] : []
  })
}

function learntAmount(
  { logYields, price }: Situation,
  row: readonly number[] | undefined,
  lesson: Regression | undefined
): number | undefined {
  const last = logYields.at(-1)
  if (!row || !lesson || last === undefined || lesson.count < fewestLessons) return undefined
  return price * Math.exp(last + dot(coefficients(lesson, penalty), row))
}

/** Teaches the learning rules one payment in place; `logYield` is what it turned out to be. */
export function learn(lessons: Lessons, situation: Situation, logYield: number): void {
  const last = situation.logYields.at(-1)
  if (last === undefined) return
  for (const rule of rules) {
    if ('estimate' in rule) continue
    const row = rule.predictors(situation)
    if (!row) continue
    const key = lessonKey(rule.name, situation)
    const lesson = lessons.get(key) ?? newRegression(row.length)
    lessons.set(key, lesson)
    observe(lesson, row, logYield - last)
  }
}

function lessonKey(rule: string, { family, period }: Situation): string {
  return `${rule} ${family} ${period}`
}
