import type { FastifyRequest } from 'fastify'
import { forbidden } from './refusal.ts'

const OURS = ['same-origin', 'none']

/**
 * Refuses (403) what a page of another origin has a browser send. A cookie of SameSite=Strict stays away from other sites,
 * but not from other ports and subdomains of this one, and nothing keeps a foreign form from signing somebody in as another.
 * Clients that are no browsers say neither header.
 */
export function refuseCrossOrigin({ headers, host }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  // Plain http, but for localhost, has the older header alone.
  const isOurs = site === undefined ? isOwnOrigin(headers.origin, host, publicUrl) : OURS.includes(String(site))
  if (!isOurs) throw forbidden()
}

/** Of the address that people know, or of the one that was asked, which is another where this is tried out. */
function isOwnOrigin(origin: string | undefined, host: string, publicUrl: string): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && [new URL(publicUrl).host, host].includes(new URL(origin).host)
}
