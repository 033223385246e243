import type { EditorJsParts } from './editorjs-types.ts'

/*
 * By their files and not by their names, because TypeScript would follow the names to types that are sources with
 * enums in them, which a project of erasable syntax cannot read. Plain imports can come back once Editor.js publishes
 * declarations.
 */
const files = import.meta.glob<unknown>(
  [
    '/node_modules/@editorjs/editorjs/dist/editorjs.mjs',
    '/node_modules/@editorjs/code/dist/code.mjs',
    '/node_modules/@editorjs/delimiter/dist/delimiter.mjs',
    '/node_modules/@editorjs/header/dist/header.mjs',
    '/node_modules/@editorjs/list/dist/editorjs-list.mjs',
    '/node_modules/@editorjs/quote/dist/quote.mjs',
    '/node_modules/@editorjs/table/dist/table.mjs'
  ],
  { import: 'default', exhaustive: true }
)

/** Editor.js and its tools. */
export async function loadEditorJs(): Promise<EditorJsParts> {
  const [EditorJS, CodeTool, Delimiter, Header, List, Quote, Table] = await Promise.all(
    ['editorjs', 'code', 'delimiter', 'header', 'list', 'quote', 'table'].map(load)
  )
  return { EditorJS, CodeTool, Delimiter, Header, List, Quote, Table } as EditorJsParts
}

function load(name: string): Promise<unknown> {
  const file = Object.entries(files).find(([path]) => path.includes(`/@editorjs/${name}/`))
  if (file === undefined) throw new TypeError(`Editor.js has no file for ${name}`)
  return file[1]()
}
