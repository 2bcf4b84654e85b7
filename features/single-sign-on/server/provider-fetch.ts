import { lookup as resolve } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import type { CustomFetch } from 'openid-client'

/** How long a provider may take for a reply, in seconds. */
export const TIMEOUT_SECONDS = 5
/** Largest reply in bytes; documents and keys of providers have a few kB. */
const MAX_BYTES = 1_000_000

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

/** Whether an IP address is not one of the public internet; also an IPv4 address that is written as IPv6. */
export const isPrivate = (address: string): boolean => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Code of the error for an address in a private network. */
export const PRIVATE_ADDRESS = 'EPRIVATE'
const privateAddress = () => Object.assign(new Error('private address'), { code: PRIVATE_ADDRESS })

/** Checks the address that is connected to, not one of an earlier look-up. */
const publicLookup: LookupFunction = (hostname, options, callback) =>
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (addresses.some(({ address }) => isPrivate(address))) return callback(privateAddress(), '')
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  })

/**
 * Sends the requests of openid-client: follows no redirect, reads at most 1 MB, and reaches private networks and http:// only when
 * the installation allows it.
 */
export const providerFetch =
  (allowsPrivate: boolean): CustomFetch =>
  async (address, { method, headers, body, signal }) => {
    const url = new URL(address)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!allowsPrivate && (url.protocol !== 'https:' || (isIP(host) && isPrivate(host)))) throw privateAddress()
    const { request } = url.protocol === 'https:' ? https : http
    const reply = await new Promise<http.IncomingMessage>((done, failed) => {
      const sent = request(url, {
        method,
        headers,
        agent: false,
        ...(!allowsPrivate && { lookup: publicLookup }),
        ...(signal && { signal }),
      })
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
