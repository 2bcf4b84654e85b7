import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type ServerOptions, type TestServer, testServer } from './server.ts'

/**
 * One server for the tests of a file. Before each test `arrange` seeds it; the number of the test makes its names unique. A
 * function that `arrange` returns cleans up after the test.
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
