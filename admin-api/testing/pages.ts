import { allPages } from '../all-pages.ts'

export const pages = allPages
