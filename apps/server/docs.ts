import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { openApi } from '#platform/server/http/openapi.ts'
import type { Router } from '#platform/server/http/route.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
const VIEWER = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

/** The only files of the viewer's package that are served. */
const STYLES = 'swagger-ui.css'
const SCRIPT = 'swagger-ui-bundle.js'
const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Parcelhall API</title>
  <link rel="stylesheet" href="/docs/viewer/${STYLES}">
</head>
<body>
  <main id="viewer"></main>
  <script src="/docs/viewer/${SCRIPT}"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`
// A separate file, because the content security policy forbids inline scripts.
const START = `SwaggerUIBundle({ url: '/docs/openapi.json', domNode: document.getElementById('viewer'), deepLinking: true })\n`

/** `/docs`: the OpenAPI page of all registered operations. */
export async function docsPage(app: FastifyInstance, route: Router, publicUrl: string) {
  await app.register(fastifyStatic, {
    root: VIEWER,
    prefix: '/docs/viewer/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => [STYLES, SCRIPT].includes(path.slice(1)),
  })
  let document: unknown
  app.get('/docs', (_request, reply) => reply.type('text/html').send(PAGE))
  app.get('/docs/start.js', (_request, reply) => reply.type('text/javascript').send(START))
  app.get('/docs/openapi.json', () => {
    document ??= openApi(route.operations, { title: 'Parcelhall', version, url: publicUrl })
    return document
  })
}
