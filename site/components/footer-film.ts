import { films, posterOf, type ShownFilm, sourcesOf } from './films.ts'

/**
 * One film of the three, another on each visit. It is loaded when the visitor comes near it, and runs while
 * it is in sight and wanted: by default unless the system asks for less motion, else as the button says.
 */
export function startFooterFilm(root: HTMLElement): void {
  const video = root.querySelector('video')
  const button = root.querySelector('button')
  const film = films[Math.floor(Math.random() * films.length)]
  if (video === null || button === null || film === undefined) return

  const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
  let isWanted = !lessMotion.matches
  let isNear = false
  const update = () => {
    root.dataset['film'] = isWanted ? 'running' : 'still'
    button.setAttribute('aria-label', isWanted ? 'Pause the film' : 'Play the film')
    if (isWanted && isNear) play(video, film)
    else video.pause()
  }
  const setWanted = (wanted: boolean) => {
    isWanted = wanted
    update()
  }

  showPoster(root, film)
  button.hidden = false
  update()
  video.addEventListener('playing', () => (video.hidden = false))
  button.addEventListener('click', () => setWanted(!isWanted))
  lessMotion.addEventListener('change', () => setWanted(!lessMotion.matches))
  const nearness = new IntersectionObserver(
    ([entry]) => {
      isNear = entry?.isIntersecting === true
      update()
    },
    { rootMargin: '160px' }
  )
  nearness.observe(root)
}

function play(video: HTMLVideoElement, film: ShownFilm): void {
  if (video.childElementCount === 0) addSources(video, film)
  // A browser may refuse, to save power or data: the poster stays, and the button asks again.
  void video.play().catch(() => undefined)
}

function showPoster(root: HTMLElement, film: ShownFilm): void {
  root.querySelector('img')?.setAttribute('src', posterOf(film))
  const title = root.querySelector('[data-film-title]')
  if (title !== null) title.textContent = film.title
}

function addSources(video: HTMLVideoElement, film: ShownFilm): void {
  for (const source of sourcesOf(film)) video.append(Object.assign(document.createElement('source'), source))
}
