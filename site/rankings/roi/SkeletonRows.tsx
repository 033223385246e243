const rows = [1, 2, 3, 4, 5]
const cells = [1, 2, 3, 4, 5, 6, 7]

/** Five rows in the shape of what is to come. */
export function SkeletonRows() {
  return rows.map((row) => (
    <tr key={row} className="roi-table__skeleton">
      {cells.map((cell) => (
        <td key={cell}>
          <span className="roi-table__blank" />
        </td>
      ))}
    </tr>
  ))
}
