/** The address of the home page with the wish for a new search; #symbol is also the id of its field. */
export const newSearchAddress = '/#symbol'

/** Whether the page was opened for a new search; takes the wish out of the address. */
export function takeNewSearchWish(): boolean {
  if (location.pathname + location.hash !== newSearchAddress) return false
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}
