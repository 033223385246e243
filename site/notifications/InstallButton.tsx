import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'

/** Chromium's event; other browsers install from their menus. */
type InstallEvent = Event & { prompt: () => Promise<unknown> }

/** Installs the site as an app where the browser offers that; otherwise nothing. */
export function InstallButton() {
  const [offer, setOffer] = useState<InstallEvent | null>(null)
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault()
      setOffer(event as InstallEvent)
    }
    addEventListener('beforeinstallprompt', keep)
    return () => removeEventListener('beforeinstallprompt', keep)
  }, [])
  if (offer === null) return null
  return (
    <Button variant="gold" onClick={() => void offer.prompt().then(() => setOffer(null))}>
      Install Doubloon
    </Button>
  )
}
