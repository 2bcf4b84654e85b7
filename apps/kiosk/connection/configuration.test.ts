import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '#apps/server/testing/server.ts'
import { kiosks } from '#features/kiosks/contract.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { startKiosk } from '../kiosk.ts'
import { makeLobby, temporaryFolder } from '../testing/lobby.ts'

/** A proxy of the server that holds responses of `path`, except the first few, until `release` is called. */
async function delayingProxy(address: string, path: string, first: number) {
  const { port } = new URL(address)
  const released = Promise.withResolvers<void>()
  const seen = { responses: 0 }
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { authorization, 'content-type': type } = request.headers
    const original = await fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(body.length > 0 && { body }),
    })
    const text = await original.text()
    if (request.url === path && seen.responses++ >= first) await released.promise
    response.writeHead(original.status, { 'content-type': 'application/json' }).end(text)
  })
  proxy.on('upgrade', (request, socket) => {
    const head = [`GET ${request.url} HTTP/1.1`, ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)]
    const upstream = connect(Number(port), '127.0.0.1', () => upstream.write(`${head.join('\r\n')}\r\n\r\n`))
    for (const end of [upstream, socket]) end.on('error', () => {})
    upstream.pipe(socket).pipe(upstream)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen, release: released.resolve }
}

test('a late response does not replace a configuration that arrived during the request', async () => {
  const server = await testServer()
  onTestFinished(server.stop)
  const lobby = await makeLobby(server, 'late')
  const proxy = await delayingProxy(lobby.key.RelayEndPointName, `/api${kiosks.configuration.path}`, 1)
  const { path, remove } = temporaryFolder()
  const logged: string[] = []
  const kiosk = await startKiosk({
    key: { ...lobby.key, RelayEndPointName: proxy.address },
    stateFolder: path,
    cabinet: simulatedCabinet({ closesAfterMs: 20 }),
    log: (line) => logged.push(line),
  })
  onTestFinished(async () => {
    await kiosk.stop()
    remove()
  })
  await eventually(lobby.isOnline).toBe(true)
  await eventually(() => proxy.seen.responses).toBe(2)
  expect(kiosk.configVersion()).toBe(1)
  await lobby.publish()
  await eventually(kiosk.configVersion).toBe(2)
  proxy.release()
  await eventually(() => logged.filter((line) => line.startsWith('ignored configuration 1'))).toHaveLength(1)
  expect(kiosk.configVersion()).toBe(2)
})

test('the response replaces an older retained configuration in a kiosk that has lost its journal', async () => {
  const server = await testServer()
  onTestFinished(server.stop)
  const lobby = await makeLobby(server, 'stale')
  const { path, remove } = temporaryFolder()
  onTestFinished(remove)
  const start = (RelayEndPointName: string) =>
    startKiosk({
      key: { ...lobby.key, RelayEndPointName },
      stateFolder: path,
      cabinet: simulatedCabinet({ closesAfterMs: 20 }),
      log: () => {},
    })
  const firstRun = await start(lobby.key.RelayEndPointName)
  await eventually(lobby.isOnline).toBe(true)
  await firstRun.stop()
  rmSync(join(firstRun.folder, 'journal.jsonl'))
  await lobby.publish(false)
  const proxy = await delayingProxy(lobby.key.RelayEndPointName, `/api${kiosks.configuration.path}`, 0)
  const kiosk = await start(proxy.address)
  onTestFinished(kiosk.stop)
  await eventually(() => proxy.seen.responses).toBe(1)
  await eventually(kiosk.configVersion).toBe(1)
  proxy.release()
  await eventually(kiosk.configVersion).toBe(2)
})
