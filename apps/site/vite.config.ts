import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { defineConfig, type Plugin } from 'vite'
import { PAGES } from './content/content.ts'
import { en } from './content/en.ts'
import { type Files, type Page, pageOf } from './layout.ts'
import { PICTURE_WIDTHS, pagesOf, pictureFile } from './pages/pages.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Pages with a script of their own besides that of all pages. */
const OWN_SCRIPTS: Readonly<Record<string, string>> = { home: 'home', gallery: 'gallery', pricing: 'forms', contact: 'forms' }
const entryOf = (name: string) => join(import.meta.dirname, 'client', `${name}.ts`)

/** Stands for the address of the installation, which only its server knows. */
const ORIGIN = '%ORIGIN%'

function sitemapOf(listed: readonly Page[]): string {
  const addresses = listed.map(({ name }) => `<url><loc>${ORIGIN}${PAGES[name]}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>\n`
}

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
      for (const page of pagesOf(en)) {
        const own = OWN_SCRIPTS[page.name]
        const files: Files = { styles, scripts: [scriptOf('site'), ...(own ? [scriptOf(own)] : [])] }
        emit(`${PAGES[page.name].slice(1)}index.html`, pageOf(en, page, files))
      }
      emit('favicon.svg', readFileSync(join(ROOT, 'apps/portal/static/favicon.svg')))
      for (const width of PICTURE_WIDTHS) {
        const picture = sharp(join(ROOT, 'docs/portal.png')).resize({ width })
        emit(pictureFile(width, 'avif'), await picture.clone().avif({ effort: 1 }).toBuffer())
        emit(pictureFile(width, 'webp'), await picture.clone().webp().toBuffer())
      }
      emit('robots.txt', `User-agent: *\nDisallow: /api/\nDisallow: /portal/\nSitemap: ${ORIGIN}/sitemap.xml\n`)
      emit('sitemap.xml', sitemapOf(pagesOf(en).filter(({ isListed = true }) => isListed)))
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
    rolldownOptions: { input: ['site', 'home', 'gallery', 'forms'].map(entryOf) },
  },
})
