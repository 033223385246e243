import { keepNew } from './collect-new.ts'
import { keepAnew, keepAnswers } from './keep-answers.ts'

export const collectionJobs = [keepAnswers, keepNew, keepAnew] as const
