import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { API } from '#platform/server/http/route.ts'

const BUILT = join(import.meta.dirname, '../../.built')
/** Derived times are between 2000 and 2020, in the past of every client. */
const TIMES_FROM = Date.UTC(2000, 0, 1)
const TIMES_SECONDS = 20 * 365 * 86_400

export const isPortalBuilt = () => existsSync(join(BUILT, 'portal', 'index.html'))

/** Serves the built portal at `/portal/`, and the public site at `/`; without a built site `/` leads to the portal. */
export async function frontEnds(app: FastifyInstance, publicUrl: string) {
  if (isPortalBuilt()) await builtFiles(app, '/portal/', join(BUILT, 'portal'))
  const site = join(BUILT, 'site')
  if (existsSync(site)) await siteFiles(app, site, publicUrl)
  else app.get('/', (_request, reply) => reply.redirect('/portal/'))
}

/** The site needs neither inline styles nor other servers. */
const SITE_POLICY = "default-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
/** Files that name the address of the installation, which the build does not know; pages do it too. */
const WITH_ORIGIN = {
  'robots.txt': 'text/plain; charset=utf-8',
  'sitemap.xml': 'application/xml; charset=utf-8',
  'news/feed.xml': 'application/rss+xml; charset=utf-8',
} as const

/** Serves the pages of a built site, each by the address of its folder. */
export async function siteFiles(app: FastifyInstance, folder: string, publicUrl: string) {
  const withOrigin = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('%ORIGIN%', publicUrl)
  for (const [file, type] of Object.entries(WITH_ORIGIN)) {
    const text = withOrigin(file)
    app.get(`/${file}`, (_request, reply) => reply.type(type).send(text))
  }
  // The buttons of these pages: their forms are sent to their own addresses, and go on to the operation of the same path.
  for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe'])
    app.post(`${path}/`, (request, reply) => reply.redirect(`${API}${path}${queryOf(request.url)}`, 307))
  for (const file of globSync('**/index.html', { cwd: folder })) {
    const page = revalidated(Buffer.from(withOrigin(file)))
    const address = `/${file.slice(0, -'index.html'.length)}`
    app.get(address, (request, reply) =>
      isFolder(request.url)
        ? page(reply.header('content-security-policy', SITE_POLICY))
        : reply.redirect(address + queryOf(request.url)),
    )
  }
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    // A route for each file, so that unknown addresses are answered as everywhere.
    wildcard: false,
    globIgnore: [...Object.keys(WITH_ORIGIN), '**/index.html', '**/*.{br,gz}'],
    cacheControl: false,
    lastModified: false,
    setHeaders: (reply, path) => {
      reply.header('content-security-policy', SITE_POLICY)
      reply.header('cache-control', isHashed(folder, path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Whether the address ends with a slash; the routes do not distinguish it. */
const isFolder = (url: string): boolean => url.split('?')[0]!.endsWith('/')
/** The query of an address with its question mark; empty without one. */
const queryOf = (url: string): string => /\?.*/s.exec(url)?.[0] ?? ''
const isHashed = (folder: string, path: string): boolean => path.startsWith(join(folder, 'assets'))

/**
 * Serves a built folder at `prefix`. Files in `assets/` have a hash in their names and are cached forever; the index page is
 * revalidated at each request. Compressed copies (.br, .gz) are sent as they are.
 */
export async function builtFiles(app: FastifyInstance, prefix: string, folder: string) {
  const page = revalidated(readFileSync(join(folder, 'index.html')))
  app.get(prefix, (request, reply) => (isFolder(request.url) ? page(reply) : reply.redirect(prefix)))
  app.get(`${prefix}index.html`, (_request, reply) => page(reply))
  await app.register(fastifyStatic, {
    root: folder,
    prefix,
    decorateReply: false,
    index: false,
    preCompressed: true,
    // Files of the build tools.
    dotfiles: 'ignore',
    cacheControl: false,
    // File times differ between nodes; the ETag is enough. See `timeOfBuild`.
    lastModified: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', isHashed(folder, path) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Sends a page, or says that the browser's copy is the same. */
function revalidated(html: Buffer) {
  const digest = createHash('sha256').update(html).digest()
  const tag = `"${digest.toString('base64url').slice(0, 22)}"`
  const modified = timeOfBuild(digest)
  return (reply: FastifyReply) => {
    reply.header('cache-control', 'no-cache').header('etag', tag).header('last-modified', modified)
    if (reply.request.headers['if-none-match'] === tag) return reply.status(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }
}

/**
 * The portal reloads when Last-Modified differs from the one it was loaded with. It is derived from the content, because file
 * times differ between nodes with the same build.
 */
const timeOfBuild = (digest: Buffer) => new Date(TIMES_FROM + (digest.readUInt32BE() % TIMES_SECONDS) * 1000).toUTCString()
