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

type Failure = { readonly code: number; readonly message: string; readonly retryAfter?: string }
const AUTHENTICATE: Failure = { code: 20003, message: 'Authenticate' }

/**
 * An HTTP server that accepts messages like Twilio's API, with the token `right-token` only. `answerWith` makes it reply otherwise: with a
 * status and the service's code of an error, or after it has taken the message: not at all (`slow`), or by a closed connection (`silence`).
 */
export async function startSmsService() {
  const received: Received[] = []
  let answer: number | 'silence' | 'slow' = 201
  let failure: Failure = AUTHENTICATE
  let onMessage: (message: Pick<Received, 'to' | 'statusCallback'>) => Promise<void> = async () => {}
  const server = createServer(async (request, reply) => {
    const login = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64').toString()
    const form = new URLSearchParams(await text(request))
    const field = (name: string) => form.get(name) ?? ''
    const isRight = login.endsWith(':right-token')
    const message = { to: field('To'), from: field('From'), body: field('Body'), statusCallback: field('StatusCallback') }
    if (isRight) received.push({ path: request.url ?? '', login, ...message })
    await onMessage(message)
    if (answer === 'silence') return request.socket.destroy()
    if (answer === 'slow') return
    const { retryAfter, ...body } = isRight ? failure : AUTHENTICATE
    const headers = { 'content-type': 'application/json', ...(retryAfter && { 'retry-after': retryAfter }) }
    reply.writeHead(isRight ? answer : 401, headers)
    const isAccepted = isRight && answer === 201
    reply.end(JSON.stringify(isAccepted ? { sid: `SM${received.length}`, status: 'queued' } : body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    /** Replies like this from now on, after `before` has ended. */
    answerWith: (next: typeof answer, as: Failure = AUTHENTICATE, before: typeof onMessage = async () => {}) => {
      answer = next
      failure = as
      onMessage = before
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
