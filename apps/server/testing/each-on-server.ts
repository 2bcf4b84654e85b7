import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ServerOptions, type TestServer, testServer } from './server.ts'

/**
 * One server for the tests of a file. Before each of them `arrange` furnishes it, told the test's number so that its names
 * are its own; a function that it gives back clears up after the test.
 */
export function eachOnServer(arrange: (server: TestServer, nth: number) => Promise<unknown>, options?: ServerOptions): void {
  let server: TestServer
  let nth = 0
  beforeAll(async () => {
    server = await testServer(options)
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    nth += 1
    return arrange(server, nth)
  })
}
