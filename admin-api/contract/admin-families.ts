import * as z from 'zod/mini'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { enumOf, trimmedText, wholeNumber } from './fields.ts'
import { familyFrequencies, paymentSettings } from './vocabulary.ts'

const idRule = 'id must have 2 to 40 lower-case letters, digits and hyphens and start with a letter'

const topRateRule = 'top_rate must be a number above 0 and at most 10, or null'

const FamilyFields = z.object({
  id: z.string(idRule).check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, idRule)),
  /** Name shown to visitors: 'YieldMax, single stock'. */
  name: trimmedText('name', 2, 60),
  setting: enumOf('setting', paymentSettings),
  /** Rules of the estimator that apply besides those for all funds. */
  rules: z.array(z.string(), 'rules must be a list of names'),
  frequency: enumOf('frequency', familyFrequencies),
  /** Sessions from ex-date to pay date, for a fund without payments. */
  pay_lag: wholeNumber('pay_lag', 0, 15),
  /** Sessions between the close that determines a payment and its ex-date. */
  price_lag: wholeNumber('price_lag', 0, 15),
  /** Direction in which an ex-date moves off a closed day. */
  ex_closed: enumOf('ex_closed', ['next', 'previous']),
  /** The same if the weekday before, on which the payment is announced, is closed. */
  announcement_closed: enumOf('announcement_closed', ['next', 'stay']),
  /** The same if the next weekday is closed, so that the pay date would slip into the next week. */
  payment_slips: enumOf('payment_slips', ['previous', 'stay']),
  /** Whether an ex-date also moves off days on which only banks are closed. */
  skips_bank_holidays: z.boolean('skips_bank_holidays must be true or false'),
  /** Maximum payments of a year as a share of the price, applied to weekly payments; null without a limit. */
  top_rate: z.nullable(z.number(topRateRule).check(z.gt(0, topRateRule), z.lte(10, topRateRule))),
  /** Sentences for visitors: how the issuer sets payments, and what moves them. */
  about: trimmedText('about', 20, 600)
})
export type Family = z.infer<typeof FamilyFields>

const ManagedFamily = z.extend(FamilyFields, { funds: z.number() })
export type ManagedFamily = z.infer<typeof ManagedFamily>

/** All families in display order, each with its number of funds, and the rules they may name. */
export const readFamilies = defineEndpoint('admin', 'GET', '/api/admin/families', {
  output: z.object({ families: z.array(ManagedFamily), rules: z.array(z.string()) })
})

/** Adds a family, or replaces the one with this id; all funds are then estimated again. */
export const saveFamily = defineAction('PUT', '/api/admin/families/:id', FamilyFields.shape)
