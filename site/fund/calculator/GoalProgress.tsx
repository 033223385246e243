/** The course to the chest: dotted where it is still ahead, drawn out as far as one payout carries. */
export function GoalProgress({ fraction }: { fraction: number }) {
  const sailed = Math.min(1, Math.max(0, fraction)) * 100
  return (
    <svg className="goal-progress" viewBox="0 0 200 32" aria-hidden="true">
      <path
        className="goal-progress__ahead"
        d="M6 22 C 40 2, 70 34, 104 18 S 160 6, 184 16"
        pathLength="100"
      />
      <path
        className="goal-progress__covered"
        d="M6 22 C 40 2, 70 34, 104 18 S 160 6, 184 16"
        pathLength="100"
        strokeDasharray={`${sailed.toFixed(1)} 100`}
      />
      <path className="goal-progress__mark" d="M184 10 l10 12 m0 -12 l-10 12" />
    </svg>
  )
}
