import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { unpackTar } from './unpack-tar.ts'

const PACKAGE = '@sparticuz/chromium'
const FONTS = 'fonts.conf'

/** How Playwright starts a browser: the program and the environment it needs. */
export type Browser = { executablePath: string; env: Record<string, string>; args: string[] }

/**
 * The browser of the tests. `CHROMIUM_PATH` names one; otherwise the one inside a package of the registry is unpacked, once
 * per version, into a folder of the system's temporary directory, with the libraries that it brings.
 */
export async function browser(): Promise<Browser> {
  // A container's root has no user to drop to, and the sandbox refuses to start there.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, env: {}, args }
  const folder = await unpacked()
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(folder, FONTS) },
    args,
  }
}

/** Unpacks into a temporary folder and renames it, so that a concurrent run never sees half a browser. */
async function unpacked(): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const root = join(dirname(resolve(PACKAGE)), '..')
  const { version } = createRequire(import.meta.url)(join(root, 'package.json')) as { version: string }
  const folder = join(tmpdir(), `parcelhall-chromium-${version}-${process.getuid?.() ?? 0}`)
  if (existsSync(folder)) return folder
  const making = `${folder}.${process.pid}`
  await mkdir(making, { recursive: true })
  const bin = (name: string) => createReadStream(join(root, 'bin', name))
  await Promise.all([
    pipeline(bin('chromium.br'), createBrotliDecompress(), createWriteStream(join(making, 'chromium'))),
    ...['al2023', 'fonts', 'swiftshader'].map((name) =>
      unpackTar(bin(`${name}.tar.br`).pipe(createBrotliDecompress()), name === 'swiftshader' ? making : join(making, name)),
    ),
  ])
  await writeFile(join(making, FONTS), fontsOf(folder))
  await chmod(join(making, 'chromium'), 0o755)
  await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }))
  return folder
}

/** The fonts of the package and of the machine; without a list the whole disk would be searched. */
const fontsOf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
