import { createAllPages } from '../all-pages.ts'

/** All pages of a site without static ones. */
export const pages = createAllPages([])
