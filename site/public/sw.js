// Opens the shell, My Fleet, the calendar and recently viewed funds offline, and shows notifications. The build replaces
// the name, so that each build installs its own worker. Pages are fetched from the network first. Files under /_astro/
// are named after their content, so a stored page always finds the files of its own build.
const build = 'BUILD'
const shell = ['/', '/fleet', '/calendar', '/offline']
const storedPages = /^\/(?!admin|login)([a-z]{1,5}|calendar|offline)?$/
const data = /^\/(data\/(?:underlyings\/)?[a-z-]+|fund-index)\.json$/
const modules =
  /(?:(?:from|import)\s*"|import\(`(?=\.\/(?:call|details|fleet|public|transaction)))\.\/([\w.~-]+)["`]/g
const maxPages = 40

const open = (name) => caches.open(name)
const plain = (url) => new URL(url, location).pathname

// Stores the files that a page loads, then the page itself. If a file fails, an older page stays with its own files.
async function storePage(path, response) {
  const text = await response.clone().text()
  const found = new Set()
  await storeFiles(text, /\/_astro\/[\w.~-]+/g, found)
  const pages = await open('pages')
  await pages.delete(path)
  await pages.put(path, response)
  const old = (await pages.keys()).filter(({ url }) => !shell.includes(plain(url)))
  await Promise.all(old.slice(0, -maxPages).map((page) => pages.delete(page)))
}

async function storeFiles(text, pattern, found) {
  const names = [...text.matchAll(pattern)].map(([match, name]) => (name ? `/_astro/${name}` : match))
  await Promise.all(
    names.map(async (path) => {
      if (found.has(path)) return
      found.add(path)
      const file = await fromStore(path)
      if (!file.ok) throw new Error(`${path} answered ${file.status}`)
      // Also stores the static imports of each module, and the modules of My Fleet, which opens offline.
      if (path.endsWith('.js')) await storeFiles(await file.text(), modules, found)
    })
  )
  return found
}

async function fromStore(path) {
  const files = await open('files')
  const known = await files.match(path)
  if (known) return known
  const response = await fetch(path)
  if (response.ok) await files.put(path, response.clone())
  return response
}

async function fromNetwork(event, path, isPage) {
  try {
    const response = await fetch(event.request)
    // A proxy answers for a server that is away.
    if (response.status >= 502 && response.status <= 504) return (await caches.match(path)) ?? response
    if (response.status === 404 || response.status === 410)
      event.waitUntil(open(isPage ? 'pages' : 'data').then((cache) => cache.delete(path)))
    if (response.ok && !response.redirected && (isPage ? storedPages : data).test(path)) {
      const copy = response.clone()
      event.waitUntil(isPage ? storePage(path, copy) : open('data').then((cache) => cache.put(path, copy)))
    }
    return response
  } catch (error) {
    const stored = await caches.match(path)
    if (stored) return stored
    const offline = isPage && (await caches.match('/offline'))
    if (offline) return offline
    throw error
  }
}

// Removes files that no stored page needs anymore.
async function removeUnused() {
  const [pages, files] = [await open('pages'), await open('files')]
  const found = new Set()
  for (const page of await pages.keys())
    await storeFiles(await (await pages.match(page)).text(), /\/_astro\/[\w.~-]+/g, found)
  for (const file of await files.keys()) if (!found.has(plain(file.url))) await files.delete(file)
}

addEventListener('install', (event) => {
  skipWaiting()
  const fetchAll = shell.map(async (path) => {
    const response = await fetch(path, { cache: 'no-cache' })
    if (response.ok) await storePage(path, response)
  })
  event.waitUntil(Promise.allSettled(fetchAll))
})

addEventListener('activate', (event) => {
  event.waitUntil(clients.claim().then(removeUnused).catch(() => build))
})

addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/_astro/')) event.respondWith(fromStore(pathname))
  else if (mode === 'navigate' || data.test(pathname))
    event.respondWith(fromNetwork(event, pathname, mode === 'navigate'))
})

addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data.json()
  event.waitUntil(registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: path }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow(event.notification.data))
})
