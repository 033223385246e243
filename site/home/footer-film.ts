/** Films at the end of the home page, from public/video; the first is shown without JavaScript. */
export const films = ['night-watch', 'opening-chest', 'charted-course'] as const

export function posterOf(film: string): string {
  return `/video/${film}.webp`
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

  root.querySelector('img')?.setAttribute('src', posterOf(film))
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

function play(video: HTMLVideoElement, film: string): void {
  const kind = video.canPlayType('video/webm; codecs="vp9"') === '' ? 'mp4' : 'webm'
  if (video.src === '') video.src = `/video/${film}.${kind}`
  // To save power or data, the browser may refuse: the poster stays, and the button tries again.
  void video.play().catch(() => undefined)
}
