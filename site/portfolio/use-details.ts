import { useEffect, useState } from 'react'
import type { IncomeChart } from './charts/PortfolioCharts.tsx'
import type { PortfolioDetails } from './PortfolioDetails.tsx'
import type { FundTransactions } from './transactions/FundTransactions.tsx'

type Details = {
  PortfolioDetails: typeof PortfolioDetails
  FundTransactions: typeof FundTransactions
  IncomeChart: typeof IncomeChart
}

/** Parts below the first screen or behind a row, loaded once it is shown, so that a print has them at once. */
export function useDetails(isDue: boolean): Details | null {
  const [details, setDetails] = useState<Details | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!isDue) return
    Promise.all([
      import('./PortfolioDetails.tsx'),
      import('./transactions/FundTransactions.tsx'),
      import('./charts/PortfolioCharts.tsx')
    ]).then(
      ([{ PortfolioDetails }, { FundTransactions }, { IncomeChart }]) =>
        setDetails({ PortfolioDetails, FundTransactions, IncomeChart }),
      setFailure
    )
  }, [isDue])
  if (failure !== null) throw failure
  return details
}
