import { type LikeRows, likelyOutcome } from '../numbers/like-rows.ts'
import { coefficients, dot, newRegression, observe, type Regression } from '../numbers/ridge.ts'
import { dayNumber } from '../schedule/days.ts'
import type { LearningRule, Situation } from './rule.ts'

/** What the learning rules learnt so far, by model, family and period. */
export type Lessons = { slopes: Map<string, Regression>; likeness: Map<string, LikeRows> }

export function noLessons(): Lessons {
  return { slopes: new Map(), likeness: new Map() }
}

const fewestLessons = 20
const penalty = 0.3
/** Half the weight after 46 later payments of the family, as issuers change how they pay. */
const lessonFade = 0.985
/** A miss of ln yield beyond this pulls on the slopes no harder than this (Huber 1964). */
const gentleMiss = 0.2
/** A change beyond this, or a miss of the slopes beyond this, is a freak and teaches nothing. */
const freakMiss = 1.5
const likenessHalfLifeDays = 45

/** The change of ln yield that a rule's lessons predict; undefined with too few of them or nothing to go on. */
export function predictChange(
  { model, learns, predictors }: LearningRule,
  situation: Situation,
  lessons: Lessons
): number | undefined {
  const row = predictors(situation)
  if (!row) return undefined
  const key = lessonKey(model, situation)
  if (learns === 'slopes') {
    const lesson = lessons.slopes.get(key)
    return lesson && lesson.count >= fewestLessons ? dot(coefficients(lesson, penalty), row) : undefined
  }
  const seen = lessons.likeness.get(key)
  if (!seen || seen.length < fewestLessons) return undefined
  return likelyOutcome(seen, row, dayNumber(situation.cutoff), likenessHalfLifeDays)
}

/** Teaches a rule in place by how much ln yield changed after a situation. */
export function teach(
  { model, learns, predictors }: LearningRule,
  situation: Situation,
  change: number,
  lessons: Lessons
): void {
  const row = predictors(situation)
  if (!row) return
  const key = lessonKey(model, situation)
  if (learns === 'slopes') {
    const lesson = lessons.slopes.get(key) ?? newRegression(row.length)
    lessons.slopes.set(key, lesson)
    teachSlopes(lesson, row, change)
  } else if (Math.abs(change) <= freakMiss) {
    const seen = lessons.likeness.get(key) ?? []
    lessons.likeness.set(key, seen)
    seen.push({ day: dayNumber(situation.exDate), row, outcome: change })
  }
}

function teachSlopes(lesson: Regression, row: readonly number[], change: number): void {
  const miss = Math.abs(change - dot(coefficients(lesson, penalty), row))
  if (miss > freakMiss) return
  const trust = Math.sqrt(Math.min(1, gentleMiss / Math.max(miss, 1e-9)))
  const trusted = row.map((value) => value * trust)
  observe(lesson, trusted, change * trust, lessonFade)
}

function lessonKey(model: string, { family, period }: Situation): string {
  return `${model} ${family} ${period}`
}
