import sanitizeHtml from 'sanitize-html'
import { withoutForbidden } from '#platform/wire.ts'

/** The elements of rich text: those of the editor (RichTextInput.tsx). */
const ELEMENTS = ['p', 'br', 'strong', 'em', 'u', 's', 'h2', 'h3', 'ul', 'ol', 'li', 'blockquote', 'a']

/**
 * HTML reduced to the elements of rich text without attributes, but the address of a link: http, https, mailto or tel. What else
 * is in it is removed, its text stays. Whatever a browser or app does with the result, it runs nothing.
 */
export const cleanHtml = (html: string): string =>
  withoutForbidden(
    sanitizeHtml(html, {
      allowedTags: ELEMENTS,
      allowedAttributes: { a: ['href'] },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowProtocolRelative: false,
    }),
  ).trim()
