import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '#apps/server/testing/server.ts'
import { kiosks } from '#features/kiosks/contract.ts'
import { eventually } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { startKiosk } from '../kiosk.ts'
import { makeLobby, temporaryFolder } from '../testing/lobby.ts'

/** Stands before a server and hands everything on; answers of `path` after the first few wait until they are let go. */
async function holdingBack(address: string, path: string, first: number) {
  const { port } = new URL(address)
  const held = Promise.withResolvers<void>()
  const seen = { answers: 0 }
  const proxy = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { authorization, 'content-type': type } = request.headers
    const answer = await fetch(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(body.length > 0 && { body }),
    })
    const words = await answer.text()
    if (request.url === path && seen.answers++ >= first) await held.promise
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(words)
  })
  proxy.on('upgrade', (request, socket) => {
    const head = [`GET ${request.url} HTTP/1.1`, ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)]
    const on = connect(Number(port), '127.0.0.1', () => on.write(`${head.join('\r\n')}\r\n\r\n`))
    for (const end of [on, socket]) end.on('error', () => {})
    on.pipe(socket).pipe(on)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return { address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, seen, letGo: held.resolve }
}

test('a configuration that comes while the last one is being asked for is not undone by the late answer', async () => {
  const server = await testServer()
  onTestFinished(server.stop)
  const lobby = await makeLobby(server, 'late')
  const between = await holdingBack(lobby.key.RelayEndPointName, `/api${kiosks.configuration.path}`, 1)
  const { path, remove } = temporaryFolder()
  const kiosk = await startKiosk({
    key: { ...lobby.key, RelayEndPointName: between.address },
    stateFolder: path,
    cabinet: simulatedCabinet({ closesAfterMs: 20 }),
    say: () => {},
  })
  onTestFinished(async () => {
    await kiosk.stop()
    remove()
  })
  await eventually(lobby.isOnline).toBe(true)
  await eventually(() => between.seen.answers).toBe(2)
  expect(kiosk.configVersion()).toBe(1)
  await lobby.publish()
  await eventually(kiosk.configVersion).toBe(2)
  between.letGo()
  await sleep(500)
  expect(kiosk.configVersion()).toBe(2)
})

test('an old configuration that the broker kept does not stand in the way of the answer, in a kiosk that knows no more than who it is', async () => {
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
      say: () => {},
    })
  const before = await start(lobby.key.RelayEndPointName)
  await eventually(lobby.isOnline).toBe(true)
  await before.stop()
  rmSync(join(before.folder, 'journal.jsonl'))
  await lobby.publish(false)
  const between = await holdingBack(lobby.key.RelayEndPointName, `/api${kiosks.configuration.path}`, 0)
  const kiosk = await start(between.address)
  onTestFinished(kiosk.stop)
  await eventually(() => between.seen.answers).toBe(1)
  await eventually(kiosk.configVersion).toBe(1)
  between.letGo()
  await eventually(kiosk.configVersion).toBe(2)
})
