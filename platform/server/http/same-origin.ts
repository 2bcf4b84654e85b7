import type { FastifyRequest } from 'fastify'
import { forbidden } from './refusal.ts'

const SAME_ORIGIN = ['same-origin', 'none']

/**
 * Refuses (403) requests that a page of another origin makes a browser send. SameSite=Strict does not cover other ports and
 * subdomains, nor a foreign form that signs a user in to another account. Clients other than browsers send neither header.
 */
export function refuseCrossOrigin({ headers, host }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  // Over plain http, except for localhost, browsers send only Origin.
  const isSameOrigin = site === undefined ? isOwnOrigin(headers.origin, host, publicUrl) : SAME_ORIGIN.includes(String(site))
  if (!isSameOrigin) throw forbidden()
}

/** Whether the origin is PUBLIC_URL or the requested host, which differs in a local trial. */
function isOwnOrigin(origin: string | undefined, host: string, publicUrl: string): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && [new URL(publicUrl).host, host].includes(new URL(origin).host)
}
