import type { Candidate } from '../choice.ts'
import { highestLogYield } from './ceiling.ts'
import { type Lessons, predictChange, teach } from './lessons.ts'
import type { LearningRule, Rule, Situation } from './rule.ts'
import { rules } from './table.ts'

/** Every rule's estimate, those with nothing to say left out. */
export function allCandidates(situation: Situation, lessons: Lessons): Candidate[] {
  const predicted = new Map<string, number | undefined>()
  return rules.filter(isAsked(situation)).flatMap((rule) => {
    if ('estimate' in rule) return candidateOf(rule, rule.estimate(situation))
    if (!predicted.has(rule.model)) predicted.set(rule.model, predictChange(rule, situation, lessons))
    const change = predicted.get(rule.model)
    const base = baseOf(rule, situation)
    if (change === undefined || base === undefined) return []
    const logYield = Math.min(base + (rule.temper?.(change) ?? change), highestLogYield(situation))
    return candidateOf(rule, situation.price * Math.exp(logYield))
  })
}

function isAsked({ family }: Situation): (rule: Rule) => boolean {
  return ({ families }) => !families || families.includes(family)
}

function baseOf(rule: LearningRule, situation: Situation): number | undefined {
  return rule.base ? rule.base(situation) : situation.logYields.at(-1)
}

function candidateOf({ name, votes }: Rule, amount: number | undefined): Candidate[] {
  if (amount === undefined || !(amount > 0) || !Number.isFinite(amount)) return []
  return [{ rule: name, amount, ...(votes !== undefined && { votes }) }]
}

/** Teaches the learning rules one payment in place; `logYield` is what it turned out to be. */
export function learn(lessons: Lessons, situation: Situation, logYield: number): void {
  const taught = new Set<string>()
  for (const rule of rules.filter(isAsked(situation))) {
    if ('estimate' in rule || taught.has(rule.model)) continue
    taught.add(rule.model)
    const base = baseOf(rule, situation)
    if (base !== undefined) teach(rule, situation, logYield - base, lessons)
  }
}
