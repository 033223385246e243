export function BagDrawing() {
  return (
    <svg className="money-bag__drawing" viewBox="0 0 64 64" aria-hidden="true">
      <path
        className="money-bag__cloth"
        d="M24 20 C10 28 5 40 7 50 c1 7 8 10 25 10 s24-3 25-10 C59 40 54 28 40 20 z"
      />
      <path
        className="money-bag__cloth"
        d="M25 18 19 6 c4 2 6 0 8-2 2 3 4 3 5 0 1 3 3 3 5 0 2 2 4 4 8 2 l-6 12 z"
      />
      <path className="money-bag__cord" d="M22 19.5 c6 2.4 14 2.4 20 0" />
      <circle className="money-bag__coin" cx="32" cy="41" r="11" />
      <path
        className="money-bag__sign"
        d="M36.5 36.5 c-1-1.6-2.6-2.3-4.5-2.3 -2.6 0-4.5 1.3-4.5 3.4 0 4.7 9.3 2.2 9.3 6.9 0 2.2-2 3.5-4.8 3.5 -2.2 0-4-.9-5-2.6 M32 31.8 v18.4"
      />
    </svg>
  )
}
