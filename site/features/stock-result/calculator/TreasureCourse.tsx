/** The course to the chest: dotted where it is still ahead, drawn out as far as one payout carries. */
export function TreasureCourse({ fraction }: { fraction: number }) {
  const sailed = Math.min(1, Math.max(0, fraction)) * 100
  return (
    <svg className="treasure-course" viewBox="0 0 200 32" aria-hidden="true">
      <path
        className="treasure-course__ahead"
        d="M6 22 C 40 2, 70 34, 104 18 S 160 6, 184 16"
        pathLength="100"
      />
      <path
        className="treasure-course__sailed"
        d="M6 22 C 40 2, 70 34, 104 18 S 160 6, 184 16"
        pathLength="100"
        strokeDasharray={`${sailed.toFixed(1)} 100`}
      />
      <path className="treasure-course__mark" d="M184 10 l10 12 m0 -12 l-10 12" />
    </svg>
  )
}
