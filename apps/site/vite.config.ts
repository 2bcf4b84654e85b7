import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { CABINETS } from '#features/enquiries/cabinets.ts'
import type { PictureName } from './content/content.ts'
import { CONTENTS } from './content/contents.ts'
import { en } from './content/en.ts'
import { type Files, ORIGIN, type Page, pageOf, sharePicture } from './layout.ts'
import { drawingFile } from './pages/gallery.ts'
import { feedOf } from './pages/news.ts'
import { PICTURE_WIDTHS, PICTURES, pagesOf, pictureFile } from './pages/pages.ts'
import { drawingSvg } from './shared/drawing.ts'
import { textOf } from './shared/markdown.ts'

const ROOT = join(import.meta.dirname, '../..')
const entryOf = (name: string) => join(import.meta.dirname, 'client', `${name}.ts`)
/** The pictures of the product in the repository. */
const PICTURE_FILES: Readonly<Record<PictureName, string>> = {
  portal: join(ROOT, 'docs/portal.png'),
  packages: join(import.meta.dirname, 'pictures/packages.png'),
  terminal: join(import.meta.dirname, 'pictures/terminal.png'),
}
/** The size of pictures for other sites. */
const SHARE = { width: 1200, height: 630 }

function sitemapOf(listed: readonly Page[]): string {
  const addresses = listed.map(({ address }) => `<url><loc>${ORIGIN}${address}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`
}

/** What the search finds: the text of each listed page. */
const searchOf = (listed: readonly Page[]): string =>
  JSON.stringify(
    listed.map(({ title, address, description, body }) => ({
      title,
      address,
      text: `${description} ${textOf(body.text.replace(/<\/(?:p|li|h[1-6]|td|summary)>/g, ' ')).replace(/\s+/g, ' ')}`,
    })),
  )

/** Renders the pages to files, with the scripts and styles of the build. */
function pages(): Plugin {
  return {
    name: 'pages',
    // After the styles have been written.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source })
      const styles = Object.keys(bundle).filter((file) => file.endsWith('.css'))
      const scriptOf = (name: string) =>
        Object.values(bundle).find((one) => one.type === 'chunk' && one.facadeModuleId === entryOf(name))!.fileName
      const all: Page[] = []
      for (const content of CONTENTS) {
        const own = pagesOf(content)
        for (const page of own) {
          const files: Files = { styles, scripts: ['site', ...(page.script ? [page.script] : [])].map(scriptOf) }
          emit(`${page.address.slice(1)}index.html`, pageOf(content, page, files, CONTENTS))
        }
        const listed = own.filter(({ isListed = true }) => isListed)
        emit(`search-${content.language}.json`, searchOf(listed))
        all.push(...listed)
      }
      emit('favicon.svg', readFileSync(join(ROOT, 'apps/portal/static/favicon.svg')))
      for (const name of PICTURES)
        for (const width of PICTURE_WIDTHS) {
          const picture = sharp(PICTURE_FILES[name]).resize({ width })
          emit(pictureFile(name, width, 'avif'), await picture.clone().avif({ effort: 1 }).toBuffer())
          emit(pictureFile(name, width, 'webp'), await picture.clone().webp().toBuffer())
        }
      for (const { name, columns } of CABINETS) emit(drawingFile(name), drawingSvg(columns))
      const portal = sharp(PICTURE_FILES.portal).resize({ ...SHARE, position: 'top' })
      emit(sharePicture('home'), await portal.png({ palette: true }).toBuffer())
      const drawing = sharp(Buffer.from(drawingSvg(CABINETS.at(-1)!.columns)), { density: 150 })
      const cabinets = drawing.resize({ ...SHARE, fit: 'contain', background: '#ffffff' }).flatten({ background: '#ffffff' })
      emit(sharePicture('gallery'), await cabinets.png({ palette: true }).toBuffer())
      emit('robots.txt', `User-agent: *\nDisallow: /api/\nDisallow: /portal/\nSitemap: ${ORIGIN}/sitemap.xml\n`)
      emit('sitemap.xml', sitemapOf(all))
      emit('news/feed.xml', feedOf(en))
    },
  }
}

/** Builds the public site to .built/site: pages as files, and small scripts for those that need one. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  publicDir: false,
  plugins: [pages()],
  build: {
    outDir: '../../.built/site',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      input: ['site', 'home', 'product', 'gallery', 'filter', 'forms/forms', 'news-preview', 'accordion'].map(entryOf),
    },
  },
})
