/** The course to the chest, drawn out as far as `fraction` of it is sailed. */
export function CourseToTreasure({ fraction }: { fraction: number }) {
  const sailed = Math.min(1, Math.max(0, fraction)) * 100
  const course = 'M8 26 C 50 2, 92 44, 140 22 S 220 6, 268 20'
  return (
    <svg className="fleet-course" viewBox="0 0 300 44" aria-hidden="true">
      <path className="fleet-course__ahead" d={course} />
      <path
        className="fleet-course__sailed"
        d={course}
        pathLength="100"
        strokeDasharray={`${sailed.toFixed(1)} 100`}
      />
      <path
        className="fleet-course__chest"
        d="M272 18 h20 v14 h-20 z M272 18 q10 -11 20 0 M280 22 h4 v4 h-4 z"
      />
    </svg>
  )
}
