import { isIPv6 } from 'node:net'

/** Groups of 16 bits that are one customer's in IPv6: a /64, within which anybody takes as many addresses as they like. */
const GROUPS_OF_A_CUSTOMER = 4
const IPV4_MAPPED = '0:0:0:0:0:ffff'

/** Those who left before they were looked at: their socket does not say any more where it came from. */
const GONE = 'gone'

/**
 * What limits count of an address: an IPv4 address whole, of an IPv6 one its /64 (`2001:db8:0:1::/64`). An IPv4 address
 * that is written as IPv6 is that IPv4 address. Undefined is the address of a client that has left.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return GONE
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  if (groups.slice(0, 6).join(':') === IPV4_MAPPED) return ipv4Of(groups.slice(6))
  return `${groups.slice(0, GROUPS_OF_A_CUSTOMER).join(':')}::/64`
}

/** The eight groups, in lower case and without leading zeros; the URL parser knows every way to write them. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const parts = (text: string) => (text === '' ? [] : text.split(':'))
  if (tail === undefined) return parts(head)
  const zeros = 8 - parts(head).length - parts(tail).length
  return [...parts(head), ...Array<string>(zeros).fill('0'), ...parts(tail)]
}

const ipv4Of = (groups: readonly string[]) =>
  groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.')
