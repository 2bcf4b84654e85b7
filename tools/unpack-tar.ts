import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

const BLOCK = 512
const KIND = { file: ['0', '\0'], link: ['2'], folder: ['5'] }

/** Unpacks a plain tar (ustar: files, folders, symbolic links) into `folder`; refuses paths outside it. */
export async function unpackTar(stream: Readable, folder: string): Promise<void> {
  const tar = await buffer(stream)
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const field = (from: number, length: number) => textOf(tar.subarray(at + from, at + from + length))
    const size = Number.parseInt(field(124, 12), 8) || 0
    const kind = String.fromCharCode(tar[at + 156] as number)
    const path = inside(folder, [field(345, 155), field(0, 100)].filter(Boolean).join('/'))
    const mode = Number.parseInt(field(100, 8), 8)
    at += BLOCK
    if (KIND.folder.includes(kind)) await mkdir(path, { recursive: true })
    else await mkdir(dirname(path), { recursive: true })
    if (KIND.file.includes(kind)) await writeFile(path, tar.subarray(at, at + size), { mode })
    if (KIND.link.includes(kind)) await symlink(textOf(tar.subarray(at - BLOCK + 157, at - BLOCK + 257)), path)
    at += Math.ceil(size / BLOCK) * BLOCK
  }
}

const textOf = (bytes: Buffer) => bytes.toString('utf8').split('\0', 1)[0] as string

function inside(folder: string, name: string): string {
  const path = normalize(join(folder, name))
  if (path !== normalize(folder) && !path.startsWith(normalize(folder) + sep)) throw new Error(`${name} points out of its folder`)
  return path
}
