/** Progress to a goal as a course to a cross: solid for the part that is reached, dotted ahead. */
export function GoalProgress({ fraction }: { fraction: number }) {
  const reached = Math.min(1, Math.max(0, fraction)) * 100
  const course = 'M6 22 C 40 2, 70 34, 104 18 S 160 6, 184 16'
  return (
    <svg className="line-icon full" height="50" viewBox="0 0 200 32" aria-hidden="true">
      <path
        stroke="var(--border-control)"
        strokeWidth="1.5"
        strokeDasharray="0.1 2.5"
        d={course}
        pathLength="100"
      />
      <path
        stroke="var(--gold-text)"
        strokeWidth="2.5"
        strokeLinecap="butt"
        strokeDasharray={`${reached.toFixed(1)} 100`}
        d={course}
        pathLength="100"
      />
      <path stroke="var(--accent)" strokeWidth="3" d="M184 10 l10 12 m0 -12 l-10 12" />
    </svg>
  )
}
