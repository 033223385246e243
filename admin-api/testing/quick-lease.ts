import type { LeaseTimes } from '../platform/database/leases/leases.ts'

/** For tests that wait until the lease of a killed process has ended. */
export const quickLease: LeaseTimes = { lengthMs: 2000, renewEveryMs: 100 }
