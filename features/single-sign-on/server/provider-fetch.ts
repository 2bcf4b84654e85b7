import http from 'node:http'
import https from 'node:https'
import { text as readAll } from 'node:stream/consumers'
import type { CustomFetch } from 'openid-client'
import { lookupOf, type Outgoing, privateAddress } from '#platform/server/security/outgoing.ts'

/** How long a provider may take for a reply, in seconds. */
export const TIMEOUT_SECONDS = 5
/** Largest reply in bytes; documents and keys of providers have a few kB. */
const MAX_BYTES = 1_000_000

/**
 * Sends the requests of openid-client: follows no redirect, reads at most 1 MB, and reaches private networks and http:// only when
 * the installation allows the host.
 */
export const providerFetch =
  (outgoing: Outgoing): CustomFetch =>
  async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (url.protocol !== 'https:' && !outgoing.allows(host)) throw privateAddress()
    const checked = await outgoing.addressOf(host)
    const { request } = url.protocol === 'https:' ? https : http
    const reply = await new Promise<http.IncomingMessage>((done, failed) => {
      const sent = request(url, { method, headers, agent: false, lookup: lookupOf(checked), ...(signal && { signal }) })
      sent.once('response', done).once('error', failed)
      sent.end(body === null || body === undefined ? undefined : String(body))
    })
    let bytes = 0
    reply.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > MAX_BYTES) reply.destroy(new Error('reply too large'))
    })
    const content = await readAll(reply)
    const contentType = reply.headers['content-type'] ?? ''
    const status = reply.statusCode ?? 0
    return new Response([204, 304].includes(status) ? null : content, { status, headers: { 'content-type': contentType } })
  }
