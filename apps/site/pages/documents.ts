import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Html, html, Html as Raw } from '../shared/html.ts'
import { markdownOf, textOf } from '../shared/markdown.ts'

export type Document = {
  readonly name: string
  readonly title: string
  /** The first paragraph, as text. */
  readonly summary: string
  /** Its audience, from the comment below its title: `<!-- for: operate -->`. */
  readonly audience: string | undefined
  /** What follows the title. */
  readonly body: Html
}

/** The documents of a folder: Markdown files that begin with their title. */
export function documentsIn(folder: string): Document[] {
  return globSync('*.md', { cwd: folder }).map((file) => {
    const name = basename(file, '.md')
    const [first = '', ...rest] = readFileSync(join(folder, file), 'utf8').split('\n')
    if (!first.startsWith('# ')) throw new Error(`${file} does not begin with its title`)
    const body = withLinks(markdownOf(rest.join('\n')))
    const summary = textOf(/<p>([\s\S]*?)<\/p>/.exec(body.text)?.[1] ?? '')
    return { name, title: first.slice(2), audience: /^<!-- for: (\w+) -->$/.exec(rest[0] ?? '')?.[1], summary, body }
  })
}

/** Links to other documents of the folder lead to their pages; those to other files of the repository become plain text. */
const withLinks = ({ text }: Html): Html =>
  new Raw(
    text.replace(/<a href="([^"]*)">([\s\S]*?)<\/a>/g, (link, href: string, inner: string) => {
      const [, document, part = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
      if (document) return `<a href="../${document}/${part}">${inner}</a>`
      return /^(?:https?:|mailto:|\/|#)/.test(href) ? link : inner
    }),
  )

export const article = (title: string, before: Html | '', body: Html, after: Html): Html =>
  html`<article class="text"><h1>${title}</h1>${before}${body}${after}</article>`
