/*
 * The closed lists of words that tables, calls and policy share. This file imports nothing, so that the
 * contract, which ships to browsers, may take them from here too.
 */

/** Funds whose issuer sets distributions the same way, in the order in which tables list them. */
export const families = [
  'yieldmax-single',
  'yieldmax-portfolio',
  'graniteshares',
  'roundhill-weeklypay',
  'roundhill-other',
  'defiance'
] as const

export const issuers = ['YieldMax', 'Roundhill', 'Defiance', 'GraniteShares'] as const

/** Closed: no longer traded. Retired: no longer followed by us. */
export const fundStates = ['open', 'closed', 'retired'] as const

/** Why a fund is closed: its source does not know it, nothing has come of it, or the operator says so. */
export const stateCauses = ['unknown', 'silent', 'operator'] as const

/** How often a fund pays, as the operator's records say it. */
export const frequencies = ['WEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUAL'] as const

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

export type Family = (typeof families)[number]
export type FundState = (typeof fundStates)[number]
export type StateCause = (typeof stateCauses)[number]
export type Frequency = (typeof frequencies)[number]
export type LogLevel = (typeof logLevels)[number]
export type LogCategory = (typeof logCategories)[number]
export type LogAction = (typeof logActions)[number]
