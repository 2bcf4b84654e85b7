import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ADA, BEN, file } from '#features/imports/testing/files.ts'
import { createOutgoing } from '#platform/server/security/outgoing.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { fetchFixtures } from '../testing/fetch-fixtures.ts'
import { startFtpServer } from '../testing/ftp-server.ts'
import { type Said, startSftpServer } from '../testing/sftp-server.ts'
import { OPEN } from './fetch.ts'
import { withConnection } from './sources/source.ts'

const MTIME = 1_700_000_000
const size = (path: string) => lstatSync(path).size
const isFolder = (path: string) => lstatSync(path).isDirectory()
/** A line of `ls -l`. */
const line = (type: string, path: string) => `${type}rw-r--r--    1 0        0              12 Nov 28 10:00 ${basename(path)}`
const letter = (path: string) => (isFolder(path) ? 'd' : '-')

type Server = { readonly says: (path: string) => Said; readonly answers?: (path: string) => Said['attrs'] | null }
const SERVERS: Record<string, Server> = {
  'the type in its mode': {
    says: (path) => ({ longname: path, attrs: { mode: isFolder(path) ? 0o40755 : 0o100644, size: size(path), mtime: MTIME } }),
    answers: () => null,
  },
  'permissions without the type, and the type in the long name': {
    says: (path) => ({ longname: line(letter(path), path), attrs: { mode: 0o666, size: size(path), mtime: MTIME } }),
    answers: () => null,
  },
  'permissions without the type, and the name alone as long name': {
    says: (path) => ({ longname: basename(path), attrs: { mode: 0o666, size: size(path), mtime: MTIME } }),
  },
  'no permissions': { says: (path) => ({ longname: line(letter(path), path), attrs: { size: size(path), mtime: MTIME } }) },
  'no permissions and no long name': { says: (path) => ({ longname: '', attrs: { size: size(path), mtime: MTIME } }) },
  'a long name of Windows': {
    says: (path) => ({
      longname: `11-28-26  10:00AM  ${isFolder(path) ? '     <DIR>    ' : '          12  '} ${basename(path)}`,
      attrs: { size: size(path), mtime: MTIME },
    }),
    answers: () => null,
  },
  'no size and no time': { says: (path) => ({ longname: line(letter(path), path), attrs: {} }) },
  'no size and no time, nor on demand': {
    says: (path) => ({ longname: line(letter(path), path), attrs: {} }),
    answers: () => ({}),
  },
  'nothing at all, nor on demand': { says: () => ({ longname: '', attrs: {} }), answers: () => null },
}

describe('a file is fetched from an SFTP server that sends', () => {
  const { there, fetchAll } = fetchFixtures()
  test.each(Object.keys(SERVERS))('%s', async (name) => {
    const { put, fetched, names, sftp } = await there(SERVERS[name])
    put('residents.csv', file(ADA))
    put('dark.csv', file(BEN))
    await fetchAll()
    await fetchAll()
    expect((await fetched()).map(({ File, OutcomeName }) => `${File} ${OutcomeName}`).sort()).toEqual([
      'dark.csv Fetched',
      'residents.csv Fetched',
    ])
    expect(names()).toEqual([])
    expect(names('done')).toHaveLength(2)
    await sftp.stop()
  })

  test('no time: a later file of the same name and size is fetched, the same one once, also where it cannot be moved', async () => {
    const noTime = {
      says: (path: string) => ({ longname: '', attrs: { size: size(path) } }),
      answers: () => null,
      keepsFiles: true,
    }
    const { put, fetched, sftp } = await there(noTime)
    put('residents.csv', file(ADA))
    await fetchAll()
    await fetchAll()
    expect(await fetched()).toHaveLength(1)
    put('residents.csv', file(ADA.replace('Ada', 'Eda')))
    await fetchAll()
    await fetchAll()
    expect((await fetched()).map(({ OutcomeName }) => OutcomeName)).toEqual(['Fetched', 'Fetched'])
    await sftp.stop()
  })
})

describe('a file is fetched from an FTP server that lists', () => {
  const { there, fetchAll } = fetchFixtures()
  const isLink = (name: string) => name.startsWith('link')
  const of = (folder: string, name: string) => join(folder, name)
  test.each<[string, NonNullable<Parameters<typeof startFtpServer>[1]>]>([
    [
      'as ls does',
      {
        lineOf: (folder, name) =>
          `${isLink(name) ? 'l' : letter(of(folder, name))}rw-r--r-- 1 a a 12 Nov 28 10:00 ${name}${isLink(name) ? ' -> x' : ''}`,
      },
    ],
    [
      'as Windows does',
      {
        lineOf: (folder, name) =>
          `11-28-26  10:00AM ${isFolder(of(folder, name)) ? '      <DIR>         ' : '                 12 '}${name}`,
      },
    ],
    [
      'for machines',
      {
        hasMlsd: true,
        lineOf: (folder, name) =>
          `type=${isLink(name) ? 'OS.unix=slink:x' : isFolder(of(folder, name)) ? 'dir' : 'file'};size=12;modify=20261128100000; ${name}`,
      },
    ],
    [
      'for machines, without types',
      {
        hasMlsd: true,
        lineOf: (folder, name) => `${isFolder(of(folder, name)) ? 'type=dir;' : ''}size=12;modify=20261128100000; ${name}`,
      },
    ],
    [
      'for machines, without size and time',
      { hasMlsd: true, lineOf: (folder, name) => `type=${isFolder(of(folder, name)) ? 'dir' : 'file'}; ${name}` },
    ],
  ])('%s', async (how, options) => {
    const { folder, put, save, use, fetched, names, sftp } = await there()
    await use({ IsActive: false })
    const ftp = await startFtpServer(folder, options)
    await save({
      ImportFtpSettings: {
        Url: '127.0.0.1',
        UserName: 'desk',
        Password: 'right',
        IsActive: true,
        Port: ftp.port,
        Path: 'in',
        UseSSL: false,
      },
    })
    put('residents.csv', file(ADA))
    mkdirSync(join(folder, 'in', 'folder.csv'))
    const hasLinks = how === 'as ls does' || how === 'for machines'
    if (hasLinks) {
      put('hidden', file(BEN))
      symlinkSync('hidden', join(folder, 'in', 'link.csv'))
      symlinkSync('folder.csv', join(folder, 'in', 'link to folder.csv'))
      symlinkSync('nowhere', join(folder, 'in', 'link to nothing.csv'))
    }
    await fetchAll()
    await fetchAll()
    expect((await fetched()).map(({ File, OutcomeName }) => `${File} ${OutcomeName}`).sort()).toEqual([
      ...(hasLinks ? ['link.csv Fetched'] : []),
      'residents.csv Fetched',
    ])
    expect(names()).not.toContain('residents.csv')
    await ftp.stop()
    await sftp.stop()
  })
})

describe('what is listed', () => {
  const listed = async (options: Parameters<typeof startSftpServer>[1], fill: (folder: string) => void) => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'in'))
    fill(join(folder, 'in'))
    const sftp = await startSftpServer(folder, options)
    const source = { kind: 'Sftp', host: '127.0.0.1', port: sftp.port, userName: 'desk', password: 'right', path: 'in' } as const
    try {
      return await withConnection(
        { ...source, usesSsl: true, fingerprint: null },
        { outgoing: createOutgoing(['127.0.0.1']), open: OPEN },
        20,
        async (connection) => (await connection.list()).map(({ name }) => name).sort(),
      )
    } finally {
      await sftp.stop()
    }
  }
  const foldersAndLinks = (folder: string) => {
    writeFileSync(join(folder, 'file.csv'), 'x')
    mkdirSync(join(folder, 'folder.csv'))
    symlinkSync('file.csv', join(folder, 'link.csv'))
    symlinkSync('folder.csv', join(folder, 'link to folder.csv'))
    symlinkSync('nowhere', join(folder, 'link to nothing.csv'))
  }
  const links = (path: string) => basename(path).startsWith('link')

  test.each<[string, (path: string) => Said]>([
    [
      'by mode',
      (path) => ({
        longname: '',
        attrs: { mode: links(path) ? 0o120777 : isFolder(path) ? 0o40755 : 0o100644, size: 1, mtime: MTIME },
      }),
    ],
    [
      'by long name',
      (path) => ({ longname: line(links(path) ? 'l' : letter(path), path), attrs: { mode: 0o777, size: 1, mtime: MTIME } }),
    ],
  ])('a folder is no file, and a link is what it leads to, %s', async (_, says) => {
    expect(await listed({ says }, foldersAndLinks)).toEqual(['file.csv', 'link.csv'])
  })

  test('without a type anywhere, the server is asked for it', async () => {
    const folder = (at: string) => {
      writeFileSync(join(at, 'file.csv'), 'x')
      mkdirSync(join(at, 'folder.csv'))
    }
    expect(await listed({ says: () => ({ longname: '', attrs: {} }) }, folder)).toEqual(['file.csv'])
  })

  test.each([
    ['a device', 0o20644],
    ['a pipe', 0o10644],
    ['a socket', 0o140644],
  ])('%s is no file', async (_, mode) => {
    expect(
      await listed({ says: () => ({ longname: '', attrs: { mode, size: 1, mtime: MTIME } }) }, (at) =>
        writeFileSync(join(at, 'a.csv'), 'x'),
      ),
    ).toEqual([])
  })
})
