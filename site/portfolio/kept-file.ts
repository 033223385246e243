import { atom } from 'nanostores'
import { newYorkDay } from '../lib/days.ts'
import { logFailure } from '../lib/log.ts'
import { $fileDays, changeFileDays } from './safekeeping.ts'
import { formatPortfolio, type Portfolio } from './stored-portfolio.ts'

/*
 * A file that the browser writes after each change (File System Access API, Chromium only). The visitor chooses it; its
 * handle is stored in IndexedDB, because local storage holds text only.
 */

/** `asks`: the browser wants the visitor's permission again. `failed`: moved or deleted, or the disk is full. */
export type KeptFile = { name: string; state: 'current' | 'asks' | 'failed' }

export const $keptFile = atom<KeptFile | null>(null)

/** Not part of TypeScript's DOM yet. */
type Handle = FileSystemFileHandle & {
  queryPermission: (mode: { mode: 'readwrite' }) => Promise<PermissionState>
  requestPermission: (mode: { mode: 'readwrite' }) => Promise<PermissionState>
}
type Picker = (options: { suggestedName: string; types: object[] }) => Promise<Handle>

const picker = (): Picker | undefined => (window as { showSaveFilePicker?: Picker }).showSaveFilePicker

export const canKeepFile = (): boolean => picker() !== undefined

/** Lets the visitor choose the file, and writes it. */
export async function chooseKeptFile(portfolio: Portfolio): Promise<void> {
  const options = {
    suggestedName: 'doubloon-fleet.json',
    types: [{ accept: { 'application/json': ['.json'] } }]
  }
  // Rejected when the visitor closes the dialog.
  const handle = await picker()?.(options).catch(() => undefined)
  if (handle === undefined) return
  await withHandles('readwrite', (handles) => handles.put(handle, key))
  changeFileDays({ savedOn: newYorkDay() })
  writeKeptFile(portfolio)
}

/** Asks for permission again, in a click as the browser wants it. */
export async function resumeKeptFile(portfolio: Portfolio): Promise<void> {
  await (await readHandle())?.requestPermission({ mode: 'readwrite' }).catch(() => undefined)
  writeKeptFile(portfolio)
}

/** Ends writing; the file stays as it is. */
export async function forgetKeptFile(): Promise<void> {
  $keptFile.set(null)
  await withHandles('readwrite', (handles) => handles.delete(key)).catch(() => undefined)
}

let writing: Promise<void> = Promise.resolve()

/** Writes the portfolio to the file, if there is one, after earlier writes. */
export function writeKeptFile(portfolio: Portfolio): void {
  if (canKeepFile()) writing = writing.then(() => write(portfolio))
}

async function write(portfolio: Portfolio): Promise<void> {
  const handle = await readHandle()
  if (handle === undefined) return $keptFile.set(null)
  const show = (state: KeptFile['state']) => $keptFile.set({ name: handle.name, state })
  // Emptied, or the browser's data was deleted since: the file may be the only copy.
  if (portfolio.transactions.length === 0 || $fileDays.get().savedOn === '') return forgetKeptFile()
  try {
    if ((await handle.queryPermission({ mode: 'readwrite' })) !== 'granted') return show('asks')
    // Replaces the file when it is closed, so that it is whole at any time.
    const stream = await handle.createWritable()
    await stream.write(formatPortfolio(portfolio, 2))
    await stream.close()
    changeFileDays({ savedOn: newYorkDay() })
    show('current')
  } catch (error) {
    logFailure('The file was not written', error)
    show('failed')
  }
}

const store = 'handles'
const key = 'fleet'

/** The chosen file; undefined without one, and where IndexedDB is blocked, as in private windows. */
function readHandle(): Promise<Handle | undefined> {
  return withHandles<Handle | undefined>('readonly', (handles) => handles.get(key)).catch(() => undefined)
}

function withHandles<Result>(
  mode: IDBTransactionMode,
  request: (handles: IDBObjectStore) => IDBRequest<Result>
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('doubloon', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(store)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const database = opening.result
      const transaction = database.transaction(store, mode)
      const answer = request(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(answer.result)
      transaction.onabort = () => reject(transaction.error)
      database.close()
    }
  })
}
