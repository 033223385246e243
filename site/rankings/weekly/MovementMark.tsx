/** Places gained or lost against the week before; null: the fund had no place then. */
export function MovementMark({ movement }: { movement: number | null }) {
  if (movement === null) return <span className="movement movement--new">new</span>
  if (movement === 0) {
    return (
      <span className="movement">
        <span aria-hidden="true">=</span>
        <span className="visually-hidden">same place</span>
      </span>
    )
  }
  const isUp = movement > 0
  const places = Math.abs(movement)
  return (
    <span className={isUp ? 'movement movement--up' : 'movement movement--down'}>
      <svg className="movement__pennant" viewBox="0 0 10 8" aria-hidden="true">
        <path d={isUp ? 'M5 0l5 8H0z' : 'M5 8l5-8H0z'} />
      </svg>
      <span className="visually-hidden">{isUp ? 'up' : 'down'} </span>
      {places}
      <span className="visually-hidden"> {places === 1 ? 'place' : 'places'}</span>
    </span>
  )
}
