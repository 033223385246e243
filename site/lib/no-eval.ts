import * as z from 'zod/mini'

// zod compiles schemas with `new Function`; the content security policy forbids that and reports every
// try. Only in browsers: the server renders these modules too, and its own schemas may be compiled.
if (typeof window !== 'undefined') z.config({ jitless: true })
