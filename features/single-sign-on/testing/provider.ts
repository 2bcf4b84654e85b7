import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

type Claims = Record<string, unknown>
/** Changes the claims of the next ID token, which is then signed by the provider's key, or by another one. */
type Tampering = {
  readonly claims?: (claims: JWTPayload) => JWTPayload
  readonly foreignKey?: boolean
  /** The token does not name its key. */
  readonly withoutKid?: boolean
  /** Changes the reply with the tokens. */
  readonly reply?: Claims
}

export const CLIENT = { id: 'parcelhall', secret: 'a secret of the client' } as const

/**
 * A real OpenID Connect provider with its own login form, on a free port. Its users are `users`: claims by login; every password is
 * right.
 */
export async function startProvider(redirects: { callback: string; signedOut: string }) {
  const server: Server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const users = new Map<string, Claims>()
  const own = await generateKeyPair('RS256', { extractable: true })
  const foreign = await generateKeyPair('RS256')
  let tampering: Tampering | undefined

  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirects.callback],
        post_logout_redirect_uris: [redirects.signedOut],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(own.privateKey)), alg: 'RS256', use: 'sig', kid: 'own' }] },
    cookies: { keys: ['a key of the provider'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    findAccount: async (_context, login) => ({
      accountId: login,
      claims: async () => ({ sub: login, ...users.get(login) }),
    }),
    // Nobody is asked for a consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
  }
  const provider = new Provider(issuer, configuration)
  provider.use(async (context, next) => {
    await next()
    if (!tampering || context.oidc?.route !== 'token' || !context.body?.id_token) return
    const { claims = (same: JWTPayload) => same, foreignKey, withoutKid, reply } = tampering
    const payload = JSON.parse(Buffer.from(context.body.id_token.split('.')[1], 'base64url').toString())
    context.body.id_token = await new SignJWT(claims(payload))
      .setProtectedHeader({ alg: 'RS256', ...(!withoutKid && { kid: 'own' }) })
      .sign(foreignKey ? foreign.privateKey : own.privateKey)
    Object.assign(context.body, reply)
    tampering = undefined
  })
  server.on('request', provider.callback())

  return {
    issuer,
    users,
    tamper: (next: Tampering) => {
      tampering = next
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
export type TestProvider = Awaited<ReturnType<typeof startProvider>>

/** Signs in with the provider's own form, like a browser; returns the address that it sends the browser to. */
export async function logIn(start: string, login: string, home: string): Promise<string> {
  const jar = new Map<string, string>()
  const send = async (address: string, form?: Record<string, string>) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return reply
  }
  let address = start
  let form: Record<string, string> | undefined
  for (let step = 0; step < 12; step++) {
    const reply = await send(address, form)
    form = undefined
    const next = reply.headers.get('location')
    if (next) {
      address = new URL(next, address).href
      if (address.startsWith(home)) return address
    } else {
      const page = await reply.text()
      const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1]
      if (!action) throw new Error(`The provider has no form: ${page.slice(0, 500)}`)
      address = new URL(action, address).href
      form = { prompt: 'login', login, password: 'any' }
    }
  }
  throw new Error('The provider did not return to the client.')
}
