/*
 * Families of funds whose issuer sets payments in the same way. They are rows, so that the operator can add and change
 * them. This file imports nothing, so pages can use it without the schema library.
 */

/** How an issuer decides what a fund pays: it sets a rate, pays what options earned, or follows sibling funds. */
export const paymentSettings = ['rate', 'premium', 'siblings'] as const

/** How often a family usually pays; what a fund does is learned from its payments. */
export const familyFrequencies = ['weekly', 'twice-a-month', 'every-4-weeks', 'monthly', 'quarterly'] as const
