/**
 * Ridge regression that takes one observation at a time. Its coefficients b minimize
 * sum((y - x . b)^2) + penalty * sum(b^2), by the normal equations (X'X + penalty I) b = X'y.
 * Source: Hoerl and Kennard, Technometrics 12 (1970).
 */
export type Regression = {
  count: number
  /** X'X */
  squares: number[][]
  /** X'y */
  products: number[]
}

/** A regression of `size` predictors without observations. For an intercept, put a 1 into every row. */
export function newRegression(size: number): Regression {
  return {
    count: 0,
    squares: Array.from({ length: size }, () => new Array<number>(size).fill(0)),
    products: new Array<number>(size).fill(0)
  }
}

/**
 * Adds one observation in place.
 * @param decay factor on the weight of all earlier observations, above 0 and up to 1
 * @throws RangeError when the row has another size than the regression, or for another decay
 */
export function observe(regression: Regression, row: readonly number[], target: number, decay = 1): void {
  const { squares, products } = regression
  if (!(decay > 0 && decay <= 1)) throw new RangeError(`observe needs 0 < decay <= 1, got ${decay}`)
  if (row.length !== products.length) {
    throw new RangeError(`observe needs ${products.length} predictors, got ${row.length}`)
  }
  regression.count += 1
  row.forEach((a, i) => {
    products[i] = decay * (products[i] ?? 0) + a * target
    const line = squares[i] ?? []
    row.forEach((b, j) => {
      line[j] = decay * (line[j] ?? 0) + a * b
    })
  })
}

/**
 * Returns the coefficients.
 * @param penalty above 0; one unit weighs like one observation whose predictor is 1
 * @throws RangeError when the penalty is not above 0
 */
export function coefficients({ squares, products }: Regression, penalty: number): number[] {
  if (!(penalty > 0)) throw new RangeError(`coefficients needs a penalty above 0, got ${penalty}`)
  const matrix = squares.map((line, i) => line.map((value, j) => value + (i === j ? penalty : 0)))
  return solve(matrix, [...products])
}

/** Gaussian elimination in place, without pivoting: the matrices above are positive definite. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length
  const at = (i: number, j: number): number => matrix[i]?.[j] ?? 0
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let i = pivot + 1; i < size; i += 1) {
      const factor = at(i, pivot) / at(pivot, pivot)
      const line = matrix[i] ?? []
      for (let j = pivot; j < size; j += 1) line[j] = at(i, j) - factor * at(pivot, j)
      right[i] = (right[i] ?? 0) - factor * (right[pivot] ?? 0)
    }
  }
  const solution = new Array<number>(size).fill(0)
  for (let i = size - 1; i >= 0; i -= 1) {
    let rest = right[i] ?? 0
    for (let j = i + 1; j < size; j += 1) rest -= at(i, j) * (solution[j] ?? 0)
    solution[i] = rest / at(i, i)
  }
  return solution
}

/** Dot product. */
export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
}
