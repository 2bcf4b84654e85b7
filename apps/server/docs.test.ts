import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

test('the OpenAPI document is valid and has every registered operation', async () => {
  const document = (await server.app.inject('/docs/openapi.json')).json()
  const result = await new Validator().validate(document)
  expect(result.errors).toBeUndefined()
  const described = Object.values(document.paths as Record<string, object>).flatMap((path) => Object.keys(path))
  expect(described.length).toBe(server.route.operations.length)
  const { description } = document.paths['/api/openings/limits'].put
  expect(description).toMatch(/^Requires \w+\. The identity must have been confirmed lately \(422 /)
})

test('the API page and its files are served', async () => {
  const page = await server.app.inject('/docs')
  expect(page.statusCode).toBe(200)
  for (const [, file] of page.body.matchAll(/(?:src|href)="([^"]+)"/g))
    expect((await server.app.inject(file as string)).statusCode).toBe(200)
})

test.each([
  'package.json',
  'index.html',
  'swagger-ui.js',
  'swagger-ui-bundle.js.map',
  'README.md',
  '',
  '../package.json',
  '%70ackage.json',
])('no other file of the viewer’s package is served: %j', async (file) => {
  expect((await server.app.inject(`/docs/viewer/${file}`)).statusCode).toBe(404)
})
