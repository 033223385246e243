/*
 * Closed lists of values that tables, endpoints and rules share. This file imports nothing, so pages can use it without
 * the schema library.
 */

/** Default months of the ROI page, because different periods don't compare; that of the endpoint is 'all'. */
export const defaultRoiMonths = '12'

/** Minimum number of funds for a meaningful rank. */
export const minRanked = 10

/** Closed: no longer traded. Retired: no longer followed by us. */
export const fundStates = ['open', 'closed', 'retired'] as const

/**
 * Why a fund has no estimate. Inactive: it has stopped paying. Payments missing: it has paid, but its latest payments
 * aren't stored.
 */
export type MissingEstimate = 'inactive' | 'payments-missing' | 'not-enough-data' | 'closed' | 'retired'

/** Why a fund is closed: the source does not know it, it has stopped reporting, or the operator closed it. */
export const stateCauses = ['unknown', 'silent', 'operator'] as const

/** How an issuer decides what a fund pays: it sets a rate, pays what options earned, or follows sibling funds. */
export const paymentSettings = ['rate', 'premium', 'siblings'] as const

/** How often a family usually pays; what a fund does is learned from its payments. */
export const familyFrequencies = ['weekly', 'twice-a-month', 'every-4-weeks', 'monthly', 'quarterly'] as const

export const frequencies = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUAL'] as const

/**
 * Status of a manual entry. The operator's list shows pending and approved ones; the others are kept because a later
 * collection compares with them. `rejected`: a quarantined payment that the operator deleted; `cleared`: an approved
 * one that the operator deleted; `superseded`: replaced by a newer report of the source, or stored meanwhile.
 */
export type EntryStatus = 'pending' | 'approved' | 'rejected' | 'cleared' | 'superseded'

/**
 * Why a payment is quarantined: its day or amount is `odd`, which later reports may explain; it may be on another
 * share `basis` than the history; or another amount is `stored` for it.
 */
export type QuarantineReason = 'odd' | 'basis' | 'stored'

export const logLevels = ['INFO', 'WARNING', 'ERROR'] as const
export const logCategories = ['MANUAL_ENTRY', 'DIVIDEND_HISTORY', 'SYSTEM', 'USER'] as const
export const logActions = [
  'CREATE',
  'UPDATE',
  'DELETE',
  'APPROVE',
  'BULK_OPERATION',
  'DATA_INCONSISTENCY'
] as const

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December'
] as const

/**
 * regular: a payment of the fund's schedule. The others are paid in addition. residual: the rest of a year's income, a
 * tiny amount that many funds pay around December 30; special: any other one too close to a regular one to be another.
 */
export const paymentKinds = ['regular', 'residual', 'special'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/** Changes of a fund that its trust reports to the SEC, as pages name them. */
export const noticeKinds = {
  'reverse-split': 'Reverse split',
  liquidation: 'Liquidation',
  'name-change': 'New name or symbol',
  'distribution-frequency': 'New distribution frequency',
  reorganization: 'Reorganization'
} as const

export type NoticeKind = keyof typeof noticeKinds
export type FundState = (typeof fundStates)[number]
export type StateCause = (typeof stateCauses)[number]
export type Frequency = (typeof frequencies)[number]
export type LogLevel = (typeof logLevels)[number]
export type LogCategory = (typeof logCategories)[number]
export type LogAction = (typeof logActions)[number]

/** States of a dependency. `unread`: a source that wasn't read yet, or can't be without a setting that may be missing. */
export const connectionStatuses = ['ok', 'unread', 'degraded', 'down'] as const
