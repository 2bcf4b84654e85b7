import { t } from '../../../viewer-messages.ts'
import { readTemplate, type Template } from './read-template.ts'

/** Largest template, in bytes, and the longest time in which it comes, in ms. */
export const MAX_TEMPLATE_BYTES = 100_000
export const TEMPLATE_TIMEOUT_MS = 10_000

type Templates = {
  /** The address of the report service. */
  readonly service: string
  /** Another address than that of the service's own template. */
  readonly address?: string | undefined
  /** The origins that another address may have. */
  readonly readOrigins: () => Promise<readonly string[]>
}

/**
 * The viewer's template (spec 3 §2): that of the service, or of an address of a listed origin. It is asked for without cookies, token
 * or referrer, and not followed to another address. Throws the text of spec 3 §8 with the reason.
 */
export async function loadTemplate({ service, address, readOrigins }: Templates): Promise<Template> {
  const template = address ?? `${service}/resources/templates`
  try {
    if (address !== undefined && !(await isListed(address, service, readOrigins))) throw new Error(t('ErrorTemplateOrigin').text)
    return readTemplate(await textAt(template))
  } catch (error) {
    // What the browser says of a failed call is no text for people.
    const reason = error instanceof TypeError || error instanceof DOMException ? '' : (error as Error).message
    throw new Error([t('ErrorTemplate', { template }).text, reason].filter(Boolean).join(' '), { cause: error })
  }
}

async function isListed(address: string, service: string, readOrigins: Templates['readOrigins']): Promise<boolean> {
  const { protocol, origin } = new URL(address, globalThis.location?.href)
  if (protocol !== 'https:' && protocol !== 'http:') return false
  return origin === new URL(service, globalThis.location?.href).origin || (await readOrigins()).includes(origin)
}

async function textAt(address: string): Promise<string> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), TEMPLATE_TIMEOUT_MS)
  try {
    const reply = await fetch(address, {
      signal: late.signal,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    if (!reply.ok) throw new Error(String(reply.status))
    const chunks: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    for (const reader = reply.body!.getReader(); ; ) {
      const { value } = await reader.read()
      if (!value) return await new Blob(chunks).text()
      chunks.push(value)
      bytes += value.length
      if (bytes > MAX_TEMPLATE_BYTES) throw new Error(t('ErrorTemplateSize', { max: MAX_TEMPLATE_BYTES / 1000 }).text)
    }
  } finally {
    clearTimeout(timer)
    // Ends the reading of a reply that is too large.
    late.abort()
  }
}
