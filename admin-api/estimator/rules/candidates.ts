import type { Candidate } from '../choice.ts'
import { coefficients, dot, newRegression, observe, type Regression } from '../numbers/ridge.ts'
import { highestLogYield } from './ceiling.ts'
import type { LearningRule, Situation } from './rule.ts'
import { rules } from './table.ts'

/** What the learning rules learnt so far, by model, family and period. */
export type Lessons = Map<string, Regression>

const fewestLessons = 20
const penalty = 0.3
/** Half the weight after 46 later payments of the family, as issuers change how they pay. */
const lessonFade = 0.985
/** A miss of ln yield beyond this pulls on the slopes no harder than this (Huber 1964). */
const gentleMiss = 0.2
/** A miss beyond this is a freak and teaches nothing. */
const freakMiss = 1.5

/** Every rule's estimate, those with nothing to say left out. */
export function allCandidates(situation: Situation, lessons: Lessons): Candidate[] {
  const predicted = new Map<string, number | undefined>()
  return rules.flatMap((rule) => {
    if (rule.families && !rule.families.includes(situation.family)) return []
    if ('estimate' in rule) return candidateOf(rule.name, rule.estimate(situation))
    if (!predicted.has(rule.model)) {
      const lesson = lessons.get(lessonKey(rule.model, situation))
      predicted.set(rule.model, predictChange(rule.predictors(situation), lesson))
    }
    const change = predicted.get(rule.model)
    const base = baseOf(rule, situation)
    if (change === undefined || base === undefined) return []
    const logYield = Math.min(base + (rule.temper?.(change) ?? change), highestLogYield(situation))
    return candidateOf(rule.name, situation.price * Math.exp(logYield))
  })
}

function baseOf(rule: LearningRule, situation: Situation): number | undefined {
  return rule.base ? rule.base(situation) : situation.logYields.at(-1)
}

function candidateOf(rule: string, amount: number | undefined): Candidate[] {
  return amount !== undefined && amount > 0 && Number.isFinite(amount) ? [{ rule, amount }] : []
}

function predictChange(
  row: readonly number[] | undefined,
  lesson: Regression | undefined
): number | undefined {
  if (!row || !lesson || lesson.count < fewestLessons) return undefined
  return dot(coefficients(lesson, penalty), row)
}

/** Teaches the learning rules one payment in place; `logYield` is what it turned out to be. */
export function learn(lessons: Lessons, situation: Situation, logYield: number): void {
  const taught = new Set<string>()
  for (const rule of rules) {
    if ('estimate' in rule || taught.has(rule.model)) continue
    taught.add(rule.model)
    const row = rule.predictors(situation)
    const base = baseOf(rule, situation)
    if (row && base !== undefined) teach(lessons, lessonKey(rule.model, situation), row, logYield - base)
  }
}

function teach(lessons: Lessons, key: string, row: readonly number[], change: number): void {
  const lesson = lessons.get(key) ?? newRegression(row.length)
  lessons.set(key, lesson)
  const miss = Math.abs(change - dot(coefficients(lesson, penalty), row))
  if (miss > freakMiss) return
  const trust = Math.sqrt(Math.min(1, gentleMiss / Math.max(miss, 1e-9)))
  const trusted = row.map((value) => value * trust)
  observe(lesson, trusted, change * trust, lessonFade)
}

function lessonKey(model: string, { family, period }: Situation): string {
  return `${model} ${family} ${period}`
}
