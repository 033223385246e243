import { expect, test } from 'vitest'
import { importsIn, scriptsOfAstro } from './read-imports.ts'

test('imports are project paths, packages or Node modules', () => {
  const code = `
    import { join } from 'node:path'
    import * as z from 'zod/mini'
    import './no-eval.ts'
    import icon from '../icon.svg?raw'
    import { posts } from 'astro:content'
    export { call } from './call.ts'
    const chart = () => import('../ui/EChart.tsx')
  `
  expect(importsIn('site/lib/file.ts', code).map(({ target }) => target)).toEqual([
    'node:path',
    'npm:zod/mini',
    'site/lib/no-eval.ts',
    'site/icon.svg',
    'virtual:astro:content',
    'site/lib/call.ts',
    'site/ui/EChart.tsx'
  ])
})

test('an import is type-only if every import of that file is', () => {
  const code = [
    "import type {\n  A\n} from './types.ts'",
    "import { type B, b } from './both.ts'",
    "import type { C } from './twice.ts'",
    "import { c } from './twice.ts'"
  ].join('\n')
  expect(importsIn('site/file.ts', code).filter(({ isTypeOnly }) => isTypeOnly)).toEqual([
    { target: 'site/types.ts', isTypeOnly: true }
  ])
})

test('frontmatter and script tags of an .astro file are read', () => {
  const source = `---\nimport A from './A.astro'\n---\n<A />\n<script>\nimport { go } from './go.ts'\n</script>`
  expect(importsIn('site/pages/x.astro', scriptsOfAstro(source)).map(({ target }) => target)).toEqual([
    'site/pages/A.astro',
    'site/pages/go.ts'
  ])
})
