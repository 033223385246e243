// Runs before the first paint, inline in the head: the chosen theme, and whether a result is waiting,
// must be known before anything is drawn.
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    if (sessionStorage.getItem('stockDataSession') || localStorage.getItem('stockData'))
      root.dataset.result = 'stored'
  } catch {
    // Storage is closed to us (private mode): the system's theme and an empty search stand.
  }
})()
