import { atom, onMount } from 'nanostores'
import { daysBetween } from '../../admin-api/market-days/days.ts'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { saveFile } from '../lib/save-file.ts'
import { isRecordOf, readStored, storageKeys, writeStored } from '../lib/storage.ts'
import { emptyPortfolio, formatPortfolio, type Portfolio } from './stored-portfolio.ts'

/*
 * How long the portfolio stays in this browser, and when it was last saved to a file. No server has a copy.
 */

/** Days on which the portfolio was saved to a file, and on which the notice of Safari was dismissed; '' for never. */
type FileDays = { savedOn: string; dismissedOn: string }

const never: FileDays = { savedOn: '', dismissedOn: '' }
/** The notice returns when no file was saved for so long. */
const noticeAgainDays = 365

export const $fileDays = atom(never)

onMount($fileDays, () => {
  const stored = readStored('localStorage', storageKeys.fileDays, (value) =>
    isRecordOf(value, (day) => typeof day === 'string') ? value : undefined
  )
  $fileDays.set({ ...never, ...stored })
})

export function changeFileDays(change: Partial<FileDays>): void {
  $fileDays.set({ ...$fileDays.get(), ...change })
  writeStored('localStorage', storageKeys.fileDays, $fileDays.get())
}

export function saveBackup(portfolio: Portfolio, today: string, isExample = false): void {
  saveFile(
    new Blob([formatPortfolio(portfolio, 2)], { type: 'application/json' }),
    `doubloon-fleet-${today}.json`
  )
  if (!isExample) rememberSaving(today)
}

function rememberSaving(today: string): void {
  changeFileDays({ savedOn: today })
  // Visitors of earlier versions were not asked.
  void askToKeep()
}

/** A text file, because Chrome shares no JSON. */
function toSharedFile(portfolio: Portfolio, today: string): File {
  return new File([formatPortfolio(portfolio, 2)], `doubloon-fleet-${today}.txt`, { type: 'text/plain' })
}

/** Whether the device has a sheet to send a file with, as phones do. */
export function canShareFile(): boolean {
  return navigator.canShare?.({ files: [toSharedFile(emptyPortfolio, '')] }) === true
}

/** Opens the sheet of the device; the day counts once the visitor chose where to send the file. */
export async function shareBackup(portfolio: Portfolio, today: string): Promise<void> {
  await navigator
    .share({ files: [toSharedFile(portfolio, today)] })
    .then(() => rememberSaving(today), ignoreRefusal)
}

/** 'Last saved to a file 23 days ago.' */
export function lastSavedSentence({ savedOn }: FileDays, today: string): string {
  if (savedOn === '') return 'Not saved to a file yet.'
  const days = daysBetween(savedOn, today)
  return `Last saved to a file ${days <= 0 ? 'today' : `${countOf(days, 'day')} ago`}.`
}

/** Whether the browser promised to keep what is stored; null if it doesn't say. */
export const $isKept = atom<boolean | null>(null)

onMount($isKept, () => {
  void navigator.storage?.persisted?.().then((isKept) => $isKept.set(isKept), ignoreRefusal)
})

/** Asks the browser not to delete what is stored when space runs low. Firefox asks the visitor. */
export async function askToKeep(): Promise<void> {
  await navigator.storage?.persist?.().then((isKept) => $isKept.set(isKept), ignoreRefusal)
}

/** A private window may refuse to answer; a visitor may close a sheet. */
function ignoreRefusal(): void {}

/**
 * Safari, and all browsers of iPhones and iPads, which use its engine: what a site stores is deleted after seven days of
 * use without a visit to it, except by apps on the Home Screen (webkit.org/blog/10218, 'a note on web applications').
 */
export function isDeletedAfterAWeek(): boolean {
  // Only Apple's browsers have this event.
  return 'GestureEvent' in window && !window.matchMedia('(display-mode: standalone)').matches
}

/** Whether to warn of that: until the notice is dismissed or a file saved, and again after a year without a file. */
export function needsNotice({ savedOn, dismissedOn }: FileDays, today: string): boolean {
  const latest = savedOn > dismissedOn ? savedOn : dismissedOn
  return isDeletedAfterAWeek() && (latest === '' || daysBetween(latest, today) >= noticeAgainDays)
}
