import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'

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

/** Whether an IP address is one of this machine's. */
const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((one) => one.address === address))

/** Code of the error for an address that is not public. */
export const PRIVATE_ADDRESS = 'EPRIVATE'
export const privateAddress = () => Object.assign(new Error('private address'), { code: PRIVATE_ADDRESS })

/** An IP address that was checked and may be connected to. */
type Checked = { readonly address: string; readonly family: number }
export type Outgoing = ReturnType<typeof createOutgoing>

/**
 * Connections to hosts that users name (decisions "Connections to other servers"). Addresses in private networks and those of this
 * machine are refused, unless `allowedHosts` names the host.
 */
export function createOutgoing(allowedHosts: readonly string[] = []) {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  const allows = (host: string): boolean => allowed.has(host.toLowerCase())
  return {
    /** Whether the installation names the host in ALLOWED_HOSTS. */
    allows,
    /** The address of a host, looked up once: who connects must use this one. Throws PRIVATE_ADDRESS, or an error of the look-up. */
    addressOf: async (host: string): Promise<Checked> => {
      const found = await lookup(host, { all: true })
      if (!allows(host) && found.some(({ address }) => isPrivate(address) || isOwn(address))) throw privateAddress()
      return found[0]!
    },
  }
}

/** Looks up any name as an address that was checked, for Node's connections. */
export const lookupOf =
  ({ address, family }: Checked): LookupFunction =>
  (_hostname, options, callback) =>
    options.all ? callback(null, [{ address, family }]) : callback(null, address, family)
