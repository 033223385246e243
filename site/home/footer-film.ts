import { films, posterOf, type ShownFilm, sourcesOf } from './films.ts'

/**
 * One of the three films, picked at random. It loads when it is within 160 px of the window and runs while it
 * is that near, unless the system asks for reduced motion or the visitor has paused it.
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
  // The browser may refuse to play, to save power or data: the poster stays, and the button tries again.
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
