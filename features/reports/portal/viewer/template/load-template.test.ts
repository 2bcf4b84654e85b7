import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadTemplate, MAX_TEMPLATE_BYTES, TEMPLATE_TIMEOUT_MS } from './load-template.ts'

const sites: Server[] = []
afterEach(() => {
  for (const site of sites.splice(0)) site.close().closeAllConnections()
})
/** A site that counts its requests. */
async function serve(answer: RequestListener) {
  const requests: { url: string; headers: Record<string, unknown> }[] = []
  const site = createServer((request, reply) => {
    requests.push({ url: request.url!, headers: request.headers })
    answer(request, reply)
  })
  sites.push(site)
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', () => resolve()))
  return { origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, requests }
}
const SERVICE = 'http://127.0.0.1:9/api/reports'
const load = (address: string | undefined, listed: readonly string[] = [], service = SERVICE) =>
  loadTemplate({ service, address, readOrigins: async () => listed })
const failed = (template: string, reason = '') =>
  new RegExp(
    `^Error loading the report viewer's templates \\(Template = ${template.replace(/[.?()]/g, '\\$&')}\\)\\.${reason && ` ${reason}`}$`,
  )

test('a template of an unlisted origin is not asked for', async () => {
  const { origin, requests } = await serve((_request, reply) => reply.end('<div data-area="page"></div>'))
  const listed = [`${origin}0`, 'https://pages.example', origin.replace('http', 'https')]
  for (const address of [`${origin}/t`, `${origin.replace('//', '//listed@')}/t`])
    await expect(load(address, listed)).rejects.toThrow(failed(address, 'Its origin is not listed in REPORT_VIEWER_ORIGINS\\.'))
  expect(requests).toEqual([])
})

test.each(['javascript:alert(1)', 'data:text/html,<p>', 'blob:https://pages.example/1', 'file:///etc/passwd', 'null'])(
  'the address %s is none of a template, whatever is listed',
  async (address) => {
    await expect(load(address, ['https://pages.example', 'null'])).rejects.toThrow("Error loading the report viewer's templates")
  },
)

test('a redirect is not followed, neither from a listed origin nor from the service', async () => {
  const other = await serve((_request, reply) => reply.end('<div data-area="page"></div>'))
  const { origin } = await serve((_request, reply) => reply.writeHead(302, { location: `${other.origin}/t` }).end())
  await expect(load(`${origin}/t`, [origin])).rejects.toThrow(failed(`${origin}/t`))
  await expect(load(undefined, [], `${origin}/api/reports`)).rejects.toThrow(failed(`${origin}/api/reports/resources/templates`))
  expect(other.requests).toEqual([])
})

test('neither cookies nor a token are sent', async () => {
  const { origin, requests } = await serve((_request, reply) => reply.writeHead(404).end())
  await expect(load(`${origin}/t`, [origin])).rejects.toThrow(failed(`${origin}/t`, '404'))
  expect(Object.keys(requests[0]!.headers)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/cookie|authorization|referer/)]),
  )
})

test('a template of 5 MB, or without an end, is not read further than its limit', async () => {
  let sent = 0
  const { origin } = await serve((_request, reply) => {
    const more = () => {
      sent += 10_000
      if (!reply.destroyed && reply.write(' '.repeat(10_000))) setImmediate(more)
      else reply.once('drain', more)
    }
    more()
  })
  await expect(load(`${origin}/t`, [origin])).rejects.toThrow(
    failed(`${origin}/t`, `It is larger than ${MAX_TEMPLATE_BYTES / 1000} kB\\.`),
  )
  expect(sent).toBeLessThan(20_000_000)
})

test('a template that does not come, or not to its end, is given up', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  const { origin } = await serve((request, reply) => {
    if (request.url === '/begun') reply.writeHead(200).write('<div')
    resolve()
  })
  for (const address of [`${origin}/never`, `${origin}/begun`]) {
    const loaded = expect(load(address, [origin])).rejects.toThrow(failed(address))
    await asked
    await vi.advanceTimersByTimeAsync(TEMPLATE_TIMEOUT_MS)
    await loaded
  }
})
