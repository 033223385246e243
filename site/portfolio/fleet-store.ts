import { atom, onMount } from 'nanostores'
import { storageKeys } from '../lib/storage-keys.ts'
import { keepFleet, readFleet } from './stored-fleet.ts'
import { type FleetChange, type FleetEvent, reduceFleet, unreadFleet } from './fleet-state.ts'

export const $fleet = atom(unreadFleet)

export function sendToFleet(event: FleetEvent): void {
  $fleet.set(reduceFleet($fleet.get(), event))
}

onMount($fleet, () => {
  const read = () => sendToFleet({ type: 'read', found: readFleet() })
  // The key is null when another tab has cleared all there is.
  const hear = ({ key }: StorageEvent) => {
    if (key === storageKeys.fleet || key === null) read()
  }
  read()
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
})

/** Changes what is on screen and keeps it; an example is kept nowhere. */
export function changeFleet(change: FleetChange): void {
  if ($fleet.get().example === null) {
    // Another tab may have written a moment ago.
    if ($fleet.get().keeping === 'kept') sendToFleet({ type: 'read', found: readFleet() })
    if ($fleet.get().keeping === 'unreadable') return
    sendToFleet({ type: 'changed', change })
    sendToFleet({ type: 'written', isKept: keepFleet($fleet.get().own) })
  } else sendToFleet({ type: 'changed', change })
}

/** Leaves what nobody understands behind, once the visitor has said so. */
export function beginAnew(): void {
  window.localStorage.removeItem(storageKeys.fleet)
  sendToFleet({ type: 'read', found: readFleet() })
}
