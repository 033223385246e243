;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    if (sessionStorage.getItem('stockDataSession') || localStorage.getItem('stockData'))
      root.dataset.result = 'stored'
    if (location.search || localStorage.getItem('fundColumns')) root.dataset.chosen = ''
    const portfolio = localStorage.getItem('fleet')
    if (portfolio) root.dataset.portfolio = ''
    if (portfolio?.includes(`"${location.pathname.slice(1).toUpperCase()}"`)) root.dataset.owned = ''
    const cards = JSON.parse(localStorage.getItem('cardOrder') ?? '[]')
    const order = cards.map((card) => (card === 'estimate' ? 'estimator' : card))
    if (order.toSorted().join(' ') === 'calculator estimator history')
      root.dataset.cardOrder = order.join(' ')
  } catch {}
  document.addEventListener('click', ({ target }) => 'select' in target.dataset && target.select())
})()
