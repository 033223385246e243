import * as z from 'zod/mini'

/* Fields of published files, each with the description that /openapi.json shows. */

/** @param schema described as a whole if it is nullable, because generators ignore descriptions inside of it */
export function described<Schema extends z.ZodMiniType>(schema: Schema, what: string): Schema {
  return schema.check(z.describe(what))
}

const isoDay = () => z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

export const day = (what: string) => described(isoDay(), what)
export const text = (what: string) => described(z.string(), what)
export const number = (what: string) => described(z.number(), what)
export const flag = (what: string) => described(z.boolean(), what)
export const list = <Item extends z.ZodMiniType>(item: Item, what: string) => described(z.array(item), what)
export const oneOf = <const Values extends readonly string[]>(values: Values, what: string) =>
  described(z.enum(values), what)
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema, what: string) =>
  described(z.nullable(schema), what)
export const dayOrNull = (what: string) => orNull(isoDay(), what)
