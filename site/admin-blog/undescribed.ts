import type { Question } from '../ui/use-confirm.tsx'
import type { Fields } from './form-state.ts'

/**
 * Question about pictures without a description, which screen readers can't announce, with the place where each is
 * described; null if none needs one.
 */
export function missingDescriptionsQuestion({ content, featureImage, featureAlt }: Fields): Question | null {
  const text = new DOMParser().parseFromString(content, 'text/html')
  const isFeature = featureImage !== '' && featureAlt.trim() === ''
  const inText = [...text.images].filter(({ alt }) => alt.trim() === '').length
  if (!isFeature && inText === 0) return null
  const images = inText === 1 ? '1 image in the text' : `${inText} images in the text`
  const named = [...(isFeature ? ['The feature image'] : []), ...(inText > 0 ? [images] : [])].join(' and ')
  const isOne = (isFeature ? 1 : 0) + inText === 1
  const [have, them, show] = isOne ? ['has', 'it', 'it shows'] : ['have', 'them', 'they show']
  const places = [
    ...(isFeature ? ['Describe the feature image in the field below it.'] : []),
    ...(inText > 0 ? ['Select an image in the text to describe it.'] : [])
  ]
  return {
    title: 'Save without descriptions?',
    message: `${named} ${have} no description, so readers who can’t see ${them} miss what ${show}. ${places.join(' ')}`,
    confirmText: 'Save Anyway'
  }
}
