import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttp } from '#platform/server/http/http.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { builtFiles, siteFiles } from './static.ts'

const PAGE = '<!doctype html><title>Portal</title>'
const SCRIPT = 'console.log("a script")\n'.repeat(200)
type App = Awaited<ReturnType<typeof createHttp>>

let root: string
let app: App
const apps: App[] = []
beforeAll(async () => {
  root = temporaryFolder()
  app = await serving('first')
})
afterAll(async () => {
  for (const one of apps) await one.close()
  rmSync(root, { recursive: true })
})

/** Serves a build with this page. Its files are as many days old as the name has letters. */
async function serving(name: string, page = PAGE): Promise<App> {
  const folder = join(root, name)
  for (const inner of ['assets/.hidden', '.vite']) mkdirSync(join(folder, inner), { recursive: true })
  const files = {
    'index.html': page,
    'favicon.svg': '<svg/>',
    '.env': 'SECRET=1',
    '.vite/manifest.json': '{}',
    'assets/.hidden/notes.txt': 'notes',
    'assets/Main-Xy7.js': SCRIPT,
    'assets/Main-Xy7.js.br': brotliCompressSync(SCRIPT),
    'assets/Main-Xy7.js.gz': gzipSync(SCRIPT),
  }
  const time = Date.now() / 1000 - name.length * 86_400
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(folder, file), content)
    utimesSync(join(folder, file), time, time)
  }
  const one = await createHttp({ logger: false, trustProxy: false, secure: false })
  apps.push(one)
  await builtFiles(one, '/portal/', folder)
  return one
}
const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', on = app) =>
  on.inject({ method, url, headers })

test('the index page is revalidated at each request, also by HEAD', async () => {
  const page = await ask('/portal/')
  expect([page.statusCode, page.body]).toEqual([200, PAGE])
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
  const head = await ask('/portal/', {}, 'HEAD')
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers['last-modified']).toBe(page.headers['last-modified'])
  expect((await ask('/portal/index.html')).body).toBe(PAGE)
})

test('redirects the address without its trailing slash', async () => {
  const reply = await ask('/portal')
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/portal/'])
})

test('Last-Modified depends on the build, not on the node, and is never in the future', async () => {
  const modifiedAt = async (on: App) => String((await ask('/portal/', {}, 'HEAD', on)).headers['last-modified'])
  const first = await modifiedAt(app)
  expect(await modifiedAt(await serving('the same build on an older disk'))).toBe(first)
  expect(await modifiedAt(await serving('another build', `${PAGE}<p>new</p>`))).not.toBe(first)
  expect(Date.parse(first)).toBeLessThan(Date.UTC(2025, 0, 1))
})

test('a cached page is recognised by its ETag, not by its date', async () => {
  const { headers } = await ask('/portal/')
  expect((await ask('/portal/', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  expect((await ask('/portal/', { 'if-modified-since': new Date().toUTCString() })).statusCode).toBe(200)
})

test('files with a hash in their names are cached forever, others are revalidated', async () => {
  expect((await ask('/portal/assets/Main-Xy7.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await ask('/portal/favicon.svg')).headers['cache-control']).toBe('no-cache')
})

test('compressed copies are sent as they are', async () => {
  const bare = (encoding: string) => app.inject({ url: '/portal/assets/Main-Xy7.js', headers: { 'accept-encoding': encoding } })
  const [br, gzip, plain] = [await bare('gzip, br'), await bare('gzip'), await bare('identity')]
  expect([br.headers['content-encoding'], brotliDecompressSync(br.rawPayload).toString()]).toEqual(['br', SCRIPT])
  expect([gzip.headers['content-encoding'], gunzipSync(gzip.rawPayload).toString()]).toEqual(['gzip', SCRIPT])
  expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, SCRIPT])
  expect(br.rawPayload.length).toBe(brotliCompressSync(SCRIPT).length)
  for (const reply of [br, gzip]) expect(String(reply.headers.vary).toLowerCase()).toContain('accept-encoding')
})

test.each([
  '/portal/assets/none.js',
  '/portal/..%2f..%2fpackage.json',
  '/portal/%2e%2e/secret',
  '/portal/.env',
  '/portal/.vite/manifest.json',
  '/portal/%2evite/manifest.json',
  '/portal/assets/../.vite/manifest.json',
  '/portal/assets/.hidden/notes.txt',
  '/portal/assets/',
])('does not serve %s', async (url) => {
  const reply = await ask(url)
  expect([reply.statusCode, reply.json().Code]).toEqual([404, 'MsgNotFound'])
})

test('the site: each page by its folder, without inline code, and files that name the installation', async () => {
  const folder = join(root, 'site')
  mkdirSync(join(folder, 'product'), { recursive: true })
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<title>Home</title>')
  writeFileSync(join(folder, 'product/index.html'), '<link rel="canonical" href="%ORIGIN%/product/">')
  mkdirSync(join(folder, 'news'))
  writeFileSync(join(folder, 'news/feed.xml'), '<link>%ORIGIN%/news/</link>')
  writeFileSync(join(folder, 'assets/site-X1.js'), SCRIPT)
  writeFileSync(join(folder, 'robots.txt'), 'Sitemap: %ORIGIN%/sitemap.xml')
  writeFileSync(join(folder, 'sitemap.xml'), '<loc>%ORIGIN%/product/</loc>')
  const site = await createHttp({ logger: false, trustProxy: false, secure: false })
  apps.push(site)
  await siteFiles(site, folder, 'https://parcels.test')
  const at = (url: string) => ask(url, {}, 'GET', site)
  const home = await at('/')
  expect([home.statusCode, home.body]).toEqual([200, '<title>Home</title>'])
  expect(home.headers['content-security-policy']).toContain("default-src 'self'")
  expect(home.headers['content-security-policy']).not.toContain('unsafe-inline')
  const product = await at('/product/')
  expect(product.body).toBe('<link rel="canonical" href="https://parcels.test/product/">')
  expect((await ask('/product/', { 'if-none-match': String(product.headers.etag) }, 'GET', site)).statusCode).toBe(304)
  expect((await at('/product')).headers.location).toBe('/product/')
  expect((await at('/news/feed.xml')).body).toBe('<link>https://parcels.test/news/</link>')
  expect((await at('/assets/site-X1.js')).headers['cache-control']).toContain('immutable')
  expect((await at('/robots.txt')).body).toBe('Sitemap: https://parcels.test/sitemap.xml')
  expect((await at('/sitemap.xml')).body).toBe('<loc>https://parcels.test/product/</loc>')
  expect((await at('/nothing/')).statusCode).toBe(404)
})
