import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_THEME, IMAGES, Theme } from '#features/kiosks/theme.ts'

type Deps = {
  /** The kiosk's folder. */
  readonly folder: string
  /** Requests a picture of the server by its hash, as a data URL. */
  readonly requestImage: (hash: string) => Promise<string>
  /** Called when the terminal shows another theme. */
  readonly onChange: () => void
  readonly log: (line: string) => void
  /** The first wait before a picture is requested again, in ms; it doubles up to ten minutes. */
  readonly minRetryMs?: number
}

const MIN_RETRY_MS = 5_000
const MAX_RETRY_MS = 10 * 60_000
const CONTENT = 'theme.json'
/** A hash is the name of a file. */
const HASH = /^[0-9a-f]{64}$/

const imagesOf = (theme: Theme): string[] => [...new Set(IMAGES.flatMap((field) => theme[field] || []))]

/**
 * The theme that the terminal shows, in a folder of its own. A new theme replaces it once all its pictures are there: without
 * them, the terminal keeps the theme that it has.
 */
export function openThemeStore({ folder, requestImage, onChange, log, minRetryMs = MIN_RETRY_MS }: Deps) {
  const themeFolder = join(folder, 'theme')
  const pathOf = (name: string) => join(themeFolder, name)
  let shown = read()
  let wanted: Theme | undefined
  let isUpdating = false
  let retryMs = minRetryMs
  let retryTimer: NodeJS.Timeout | undefined
  let stopped = false

  function read(): Theme {
    try {
      const theme = Theme.parse(JSON.parse(readFileSync(pathOf(CONTENT), 'utf8')))
      return imagesOf(theme).every((hash) => existsSync(pathOf(hash))) ? theme : DEFAULT_THEME
    } catch {
      return DEFAULT_THEME
    }
  }
  /** A crash leaves the old file or the new one. */
  function write(name: string, content: string | Buffer) {
    writeFileSync(pathOf(`${name}.new`), content, { mode: 0o600 })
    renameSync(pathOf(`${name}.new`), pathOf(name))
  }

  async function download(hash: string) {
    if (!HASH.test(hash)) throw new Error('its picture has no valid name')
    const url = await requestImage(hash)
    const image = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    if (createHash('sha256').update(image).digest('hex') !== hash) throw new Error('a picture does not match its hash')
    write(hash, image)
  }

  async function show(theme: Theme) {
    mkdirSync(themeFolder, { recursive: true, mode: 0o700 })
    const images = imagesOf(theme)
    for (const hash of images) if (!existsSync(pathOf(hash))) await download(hash)
    // A newer one arrived meanwhile.
    if (theme !== wanted) return
    write(CONTENT, JSON.stringify(theme))
    shown = theme
    for (const name of readdirSync(themeFolder))
      if (name !== CONTENT && !images.includes(name)) rmSync(pathOf(name), { force: true })
    log(`showing theme ${theme.Version}`)
    onChange()
  }

  async function update() {
    if (isUpdating || stopped) return
    clearTimeout(retryTimer)
    isUpdating = true
    try {
      while (wanted && !isDeepStrictEqual(wanted, shown)) await show(wanted)
      retryMs = minRetryMs
    } catch (error) {
      if (stopped) return
      log(`theme ${wanted?.Version} is not complete, keeping theme ${shown.Version}: ${(error as Error).message}`)
      retryTimer = setTimeout(update, retryMs)
      retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
    } finally {
      isUpdating = false
    }
  }

  return {
    shown: (): Theme => shown,
    /** Shows the theme of a configuration as soon as all its pictures are there. */
    use: (theme: Theme): void => {
      wanted = theme
      retryMs = minRetryMs
      void update()
    },
    stop: (): void => {
      stopped = true
      clearTimeout(retryTimer)
    },
  }
}
