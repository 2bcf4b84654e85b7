import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Received = {
  readonly path: string
  readonly login: string
  readonly to: string
  readonly from: string
  readonly body: string
}

/** An HTTP server that accepts messages like Twilio's API, with the token `right-token` only. */
export async function startSmsService() {
  const received: Received[] = []
  const server = createServer(async (request, reply) => {
    const login = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64').toString()
    const form = new URLSearchParams(await text(request))
    const field = (name: string) => form.get(name) ?? ''
    const isRight = login.endsWith(':right-token')
    if (isRight) received.push({ path: request.url ?? '', login, to: field('To'), from: field('From'), body: field('Body') })
    reply.writeHead(isRight ? 201 : 401, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(isRight ? { sid: 'SM1', status: 'queued' } : { code: 20003, message: 'Authenticate' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
