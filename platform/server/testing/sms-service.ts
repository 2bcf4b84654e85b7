import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Received = {
  readonly path: string
  readonly login: string
  readonly to: string
  readonly from: string
  readonly body: string
  readonly statusCallback: string
}

/**
 * An HTTP server that accepts messages like Twilio's API, with the token `right-token` only. `answer` may reply otherwise: with a status,
 * or not at all after it has taken the message.
 */
export async function startSmsService() {
  const received: Received[] = []
  let answer: number | 'silence' = 201
  const server = createServer(async (request, reply) => {
    const login = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64').toString()
    const form = new URLSearchParams(await text(request))
    const field = (name: string) => form.get(name) ?? ''
    const isRight = login.endsWith(':right-token')
    const message = { to: field('To'), from: field('From'), body: field('Body'), statusCallback: field('StatusCallback') }
    if (isRight) received.push({ path: request.url ?? '', login, ...message })
    if (answer === 'silence') return request.socket.destroy()
    reply.writeHead(isRight ? answer : 401, { 'content-type': 'application/json' })
    const isAccepted = isRight && answer === 201
    reply.end(
      JSON.stringify(isAccepted ? { sid: `SM${received.length}`, status: 'queued' } : { code: 20003, message: 'Authenticate' }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** Replies with this status from now on, or with none. */
    answerWith: (next: number | 'silence') => {
      answer = next
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
