import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Head = z.strictObject({
  title: z.string().min(1).max(200),
  excerpt: z.string().min(1).max(1000),
  published: z.iso.date()
})

/** A post from a file; `published` is a day. */
export type FirstPost = z.infer<typeof Head> & { content: string }

/** Reads the posts of a new database, oldest first. @throws Error with the name of an invalid file */
export function readFirstPosts(folder: string = import.meta.dirname): FirstPost[] {
  return readdirSync(folder)
    .filter((name) => /^\d+-.*\.html$/.test(name))
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((name) => {
      try {
        return parsePost(readFileSync(join(folder, name), 'utf8'))
      } catch (error) {
        throw new Error(`data/posts/${name}: ${error instanceof Error ? error.message : error}`)
      }
    })
}

function parsePost(text: string): FirstPost {
  const [, lines, content] = /^<!--\n(.*?)\n-->\n(.*)$/s.exec(text) ?? []
  if (lines === undefined || content === undefined) throw new Error('it must begin with a comment')
  const head = Object.fromEntries(lines.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
  return { ...Head.parse(head), content: withoutSourceLines(content) }
}

/** Removes the formatter's line breaks and indents at block edges, and replaces those inside blocks by one space. */
function withoutSourceLines(html: string): string {
  if (html.includes('<pre>')) throw new Error('line breaks of code would be lost; leave <pre> out')
  const block = '(?:p|h[2-4]|ul|ol|li|blockquote|footer|table|thead|tbody|tr|th|td|hr|figure|img|figcaption)'
  return html
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(new RegExp(` (?=</?${block}[ >])`, 'g'), '')
    .replaceAll(new RegExp(`(</?${block}(?: [^>]*)?>) `, 'g'), '$1')
}
