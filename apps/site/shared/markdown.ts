import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { Html } from './html.ts'
import { slugOf } from './slug.ts'

/** Markdown as safe HTML: HTML in it is shown as text, and links have usual protocols only. Headings have the name of their address. */
export function markdownOf(text: string): Html {
  const plain = text.replace(/<!--[\s\S]*?-->/g, '')
  const written = micromark(plain, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  return new Html(
    written
      .replace(/<h([2-4])>(.*?)<\/h\1>/g, (_all, level, inner) => `<h${level} id="${slugOf(textOf(inner))}">${inner}</h${level}>`)
      .replace(/<pre>/g, '<pre tabindex="0">')
      .replace(/<table>/g, '<div class="wide" tabindex="0"><table>')
      .replace(/<\/table>/g, '</table></div>'),
  )
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
/** The text of written HTML. */
export const textOf = (written: string): string =>
  written.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!)
