import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** 16-bit groups of an IPv6 /64, the network of one customer, who can use any address in it. */
const GROUPS_OF_A_CUSTOMER = 4
const IPV4_MAPPED = '0:0:0:0:0:ffff'

/** Clients that disconnected before their address was read. */
const GONE = 'gone'

/**
 * The network that rate limits count: an IPv4 address, or the /64 of an IPv6 address (`2001:db8:0:1::/64`). An IPv4-mapped IPv6
 * address is the IPv4 address. `address` is undefined for a client that has disconnected.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return GONE
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  if (groups.slice(0, 6).join(':') === IPV4_MAPPED) return ipv4Of(groups.slice(6))
  return `${groups.slice(0, GROUPS_OF_A_CUSTOMER).join(':')}::/64`
}

/** The eight groups in lower case without leading zeros; the URL parser accepts every notation. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const parts = (text: string) => (text === '' ? [] : text.split(':'))
  if (tail === undefined) return parts(head)
  const zeros = 8 - parts(head).length - parts(tail).length
  return [...parts(head), ...Array<string>(zeros).fill('0'), ...parts(tail)]
}

const ipv4Of = (groups: readonly string[]) =>
  groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.')

/** The client's address of a request that the framework does not handle: behind a trusted proxy the forwarded one. */
export function clientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string | undefined {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress
  const trusts = proxyAddr.compile([...trustedProxies])
  return (request) => request.socket.remoteAddress && proxyAddr(request, trusts)
}
