// Runs before the first paint, inline in the head: the chosen theme, whether a result is waiting, and the
// order of the cards must be known before anything is drawn.
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    if (sessionStorage.getItem('stockDataSession') || localStorage.getItem('stockData'))
      root.dataset.result = 'stored'
    const cards = JSON.parse(localStorage.getItem('cardOrder') ?? '[]')
    const order = cards.map((card) => (card === 'estimate' ? 'estimator' : card))
    if (order.toSorted().join(' ') === 'calculator estimator history')
      root.dataset.cardOrder = order.join(' ')
  } catch {
    // Storage is closed to us (private mode), or holds what is not ours: the defaults stand.
  }
})()
