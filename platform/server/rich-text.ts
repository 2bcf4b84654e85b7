import sanitizeHtml from 'sanitize-html'
import { hasVisibleText, withoutForbidden } from '#platform/wire.ts'

/** The elements of rich text: those of the editor (RichTextInput.tsx). */
const ELEMENTS = ['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'a']
/** Others with the same meaning, which the editor also reads so. */
const SAME_AS = { b: 'strong', i: 'em', del: 's', strike: 's' } as const

/**
 * HTML reduced to the elements of rich text without attributes, but the address of a link: http, https, mailto or tel. What else
 * is in it is removed, its text stays. Whatever a browser or app does with the result, it runs nothing. '' if nothing of it can be
 * seen: whether a required text is there is only known afterwards.
 */
export function cleanHtml(html: string): string {
  const clean = sanitizeHtml(html, {
    allowedTags: ELEMENTS,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: SAME_AS,
  })
  return hasVisibleText(textOf(clean)) ? withoutForbidden(clean).trim() : ''
}

/** The words of cleaned HTML. */
const textOf = (clean: string) => sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
