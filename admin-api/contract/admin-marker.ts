/**
 * Every call of the operator that changes something carries this header. It is no key: a page of another
 * origin cannot send it unasked, so it proves where the call comes from.
 */
export const adminMarker = { name: 'Authorization', value: 'Bearer admin-authenticated' } as const
