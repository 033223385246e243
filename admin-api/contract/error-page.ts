/** What a visitor sees where a page could not be sent: a page of the build, in which `reference` stands for that of the call. */
export const errorPage = { path: '/500', reference: '{reference}' } as const
