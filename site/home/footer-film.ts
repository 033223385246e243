/** Films at the end of the home page, from public/video; the first is shown without JavaScript. */
export const films = [
  { name: 'night-watch', title: 'The night watch' },
  { name: 'opening-chest', title: 'What lies below' },
  { name: 'charted-course', title: 'The charted course' }
] as const

type ShownFilm = (typeof films)[number]

export function posterOf({ name }: ShownFilm): string {
  return `/video/${name}.webp`
}

/** In the order in which the browser should try them. */
function sourcesOf({ name }: ShownFilm): { src: string; type: string }[] {
  return [
    { src: `/video/${name}.webm`, type: 'video/webm; codecs="vp9"' },
    { src: `/video/${name}.mp4`, type: 'video/mp4; codecs="avc1.64001f"' }
  ]
}

/**
 * Shows one of the films, picked at random. It loads and runs while it is within 160 px of the window, unless the
 * system asks for reduced motion or the visitor has paused it.
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
  // To save power or data, the browser may refuse: the poster stays, and the button tries again.
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
