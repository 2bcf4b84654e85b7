import { t } from '../../../viewer-messages.ts'
import { VIEWER_AREAS, type ViewerArea } from '../../../viewer-template.ts'

/** Elements that a template may have: they run nothing, load nothing and cannot be pressed. */
const TAGS = ['div', 'section', 'article', 'aside', 'header', 'footer', 'nav', 'span'] as const
type Tag = (typeof TAGS)[number]

export type TemplateNode = {
  /** Its place in the template. */
  readonly at: number
  readonly tag: Tag
  readonly classes: readonly string[]
  /** The area that the viewer fills the element with. */
  readonly area: ViewerArea | undefined
  readonly children: readonly TemplateNode[]
}
export type Template = { readonly nodes: readonly TemplateNode[]; readonly areas: ReadonlySet<ViewerArea> }

/**
 * The layout of a template's HTML. Only elements of `TAGS`, their classes and the names of areas are read into it: no text, no other
 * attribute, and nothing of what is within another element. Each area is filled once; what is within it is left out. Throws where the
 * area of the page is missing.
 */
export function readTemplate(html: string): Template {
  const areas = new Set<ViewerArea>()
  let count = 0
  const read = (parent: Element): TemplateNode[] => [...parent.children].flatMap((element) => nodeOf(element) ?? [])
  function nodeOf(element: Element): TemplateNode | undefined {
    const tag = TAGS.find((one) => one === element.localName)
    const area = VIEWER_AREAS.find((one) => one === element.getAttribute('data-area'))
    if (!tag || (area && areas.has(area))) return undefined
    if (area) areas.add(area)
    return { at: count++, tag, classes: [...element.classList], area, children: area ? [] : read(element) }
  }
  const nodes = read(new DOMParser().parseFromString(html, 'text/html').body)
  if (!areas.has('page')) throw new Error(t('ErrorTemplateArea').text)
  return { nodes, areas }
}
