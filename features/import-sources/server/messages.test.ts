import { describe, expect, test } from 'vitest'
import { runRetention } from '#apps/server/jobs.ts'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { ADA, BEN, file } from '#features/imports/testing/files.ts'
import { fetchFixtures, LOGIN } from '../testing/fetch-fixtures.ts'
import { messageWith, startPop3Server } from '../testing/pop3-server.ts'

const { state, there, fetchAll } = fetchFixtures()

/** Fetches these messages; returns what shows what became of them. */
async function fetch(messages: Readonly<Record<string, string>>, options: Parameters<typeof startPop3Server>[1] = {}) {
  const { organisationId, save, use, fetched, sftp } = await there()
  await sftp.stop()
  const pop3 = await startPop3Server(new Map(Object.entries(messages)), options)
  await use({ IsActive: false })
  const mailbox = { ...LOGIN, UserName: 'desk@riverside.test', Port: pop3.port, UseSSL: false }
  await save({ ImportSmtpPopServerSettings: mailbox })
  await fetchAll()
  await pop3.stop()
  return { organisationId, fetched }
}
/** What becomes of these messages. */
const fetchedOf = async (...sent: Parameters<typeof fetch>) => (await fetch(...sent)).fetched()

const part = (heads: readonly string[], body: string) => ['--outer', ...heads, '', body].join('\r\n')
const outer = (...parts: string[]) =>
  [
    'From: Office <office@riverside.test>',
    'Subject: Fwd: Residents',
    'Date: Fri, 27 Nov 2026 10:00:00 +0100',
    'Content-Type: multipart/mixed; boundary=outer',
    '',
    ...parts,
    '--outer--',
    '',
  ].join('\r\n')
const inner = messageWith({ 'residents.csv': file(ADA) })
const MESSAGE = 'Content-Type: message/rfc822'
const ATTACHED = 'Content-Disposition: attachment'
/** A message within others that were each forwarded as an attachment. */
const forwarded = (depth: number): string =>
  depth === 0
    ? inner
    : [
        `Subject: Fwd ${depth}`,
        `Content-Type: multipart/mixed; boundary=b${depth}`,
        '',
        `--b${depth}`,
        MESSAGE,
        ATTACHED,
        '',
        forwarded(depth - 1),
        `--b${depth}--`,
        '',
      ].join('\r\n')

describe('a file is fetched from a message', () => {
  test.each([
    ['that is forwarded as an attachment', outer(part([MESSAGE, ATTACHED], inner))],
    [
      'that is forwarded as an attachment with a name',
      outer(part([`${MESSAGE}; name="Residents.eml"`, `${ATTACHED}; filename="Residents.eml"`], inner)),
    ],
    ['that is forwarded within the text', outer(part([MESSAGE, 'Content-Disposition: inline'], inner))],
    ['that is forwarded without a disposition', outer(part([MESSAGE], inner))],
    [
      'that is forwarded in base64',
      outer(
        part(
          [MESSAGE, ATTACHED, 'Content-Transfer-Encoding: base64'],
          Buffer.from(inner).toString('base64').replace(/.{76}/g, '$&\r\n'),
        ),
      ),
    ],
    [
      'whose name says that it is a message',
      outer(
        part(
          [
            'Content-Type: application/octet-stream',
            `${ATTACHED}; filename="Residents.EML"`,
            'Content-Transfer-Encoding: base64',
          ],
          Buffer.from(inner).toString('base64').replace(/.{76}/g, '$&\r\n'),
        ),
      ),
    ],
    ['that is forwarded five times', forwarded(5)],
  ])('%s', async (_, message) => {
    expect(await fetchedOf({ a: message })).toMatchObject([
      { File: 'residents.csv', OutcomeName: 'Fetched', ImportStatus: 'Ready' },
    ])
  })

  test('beside the files of the outer one', async () => {
    const own = part(['Content-Type: text/csv', `${ATTACHED}; filename="own.csv"`], file(BEN))
    expect((await fetchedOf({ a: outer(own, part([MESSAGE, ATTACHED], inner)) })).map(({ File }) => File).sort()).toEqual([
      'own.csv',
      'residents.csv',
    ])
  })
})

test('a message that is forwarded too often has no file', async () => {
  expect(await fetchedOf({ a: forwarded(6) })).toMatchObject([
    { OutcomeName: 'Refused', Reason: 'The message has no .csv or .xlsx attachment.' },
  ])
})

describe('a refused message is shown with its subject, its date and its sender', () => {
  const heads = [
    'From: =?utf-8?q?J=C3=BCrgen?= <office@riverside.test>',
    'Subject: =?utf-8?q?Die_Liste_f=C3=BCr_M=C3=A4rz?=',
    'Date: Fri, 27 Nov 2026 10:00:00 +0100',
  ]
  const SHOWN = {
    Subject: 'Die Liste für März',
    From: 'Jürgen <office@riverside.test>',
    SentAt: '2026-11-27T09:00:00.000Z',
    File: '',
  }
  const message = (...rest: string[]) => [...heads, ...rest].join('\r\n')
  test.each([
    ['without a file', message('', 'No file.'), 'The message has no .csv or .xlsx attachment.'],
    [
      'with a ZIP',
      message('Content-Type: application/zip; name="a.zip"', '', 'PK'),
      'The message has no .csv or .xlsx attachment.',
    ],
    [
      'with too many lines',
      message('', '.\r\n'.repeat(300_000)),
      'The message cannot be read: it is damaged, or has too many lines or parts.',
    ],
    [
      'with too many parts',
      message(
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b\r\nContent-Type: text/csv\r\n\r\nx\r\n'.repeat(30_000),
        '--b--',
      ),
      'The message cannot be read: it is damaged, or has too many lines or parts.',
    ],
    ['that is too large', message('', 'x'.repeat(16_000_000)), 'The file cannot be larger than 10 MB.'],
  ])('%s', async (_, text, Reason) => {
    expect(await fetchedOf({ a: text })).toMatchObject([{ ...SHOWN, OutcomeName: 'Refused', Reason }])
  })

  test('that is too large, on a server that does not send heads alone', async () => {
    expect(await fetchedOf({ a: message('', 'x'.repeat(16_000_000)) }, { hasTop: false })).toMatchObject([
      { Subject: '', From: '', SentAt: null, OutcomeName: 'Refused' },
    ])
  })

  test('with a file that is refused, and one that is fetched', async () => {
    const files = messageWith({ 'a.csv': '', 'b.csv': file(ADA) })
    expect(
      (await fetchedOf({ a: files })).map(({ Subject, From, SentAt, OutcomeName }) => [Subject, From, SentAt, OutcomeName]),
    ).toEqual([
      ['Residents', 'office@riverside.test', null, 'Fetched'],
      ['Residents', 'office@riverside.test', null, 'Refused'],
    ])
  })

  test('for 90 days', async () => {
    const { organisationId } = await fetch({ a: message('', 'No file.') })
    // Not by a request: sign-ins end earlier.
    const headAfter = async (days: number) => {
      await runRetention(state.server, new Date(Date.now() + days * 86_400_000))
      return inOrganisation(state.server, organisationId, (db) =>
        db.selectFrom('import_fetches').select(['outcome', 'message_subject', 'message_from']).executeTakeFirst(),
      )
    }
    expect(await headAfter(89)).toEqual({ outcome: 'Refused', message_subject: SHOWN.Subject, message_from: SHOWN.From })
    expect(await headAfter(91)).toEqual({ outcome: 'Refused', message_subject: '', message_from: '' })
  })

  test.each([
    ['without heads', ['X-Spam: no', '', '.'], { Subject: '', From: '', SentAt: null }],
    ['with signs that turn the direction', ['Subject: =?utf-8?q?a=E2=80=AEb=00c?=', '', '.'], { Subject: 'a b c' }],
    ['with a long subject', [`Subject: ${'x'.repeat(5_000)}`, '', '.'], { Subject: 'x'.repeat(200) }],
    ['with a date that is none', ['Date: yesterday', '', '.'], { SentAt: null }],
    ['with a year that no calendar has', ['Date: Fri, 27 Nov 275000 10:00:00 +0100', '', '.'], { OutcomeName: 'Refused' }],
    ['with a name alone', ['From: Office', '', '.'], { OutcomeName: 'Refused' }],
  ])('%s', async (_, lines, shown) => {
    expect(await fetchedOf({ a: lines.join('\r\n') })).toMatchObject([shown])
  })
})

describe('an attachment is fetched, however it is named and encoded', () => {
  const csv = file(ADA)
  const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')
  const attached = (heads: readonly string[], body: string) => outer(part(heads, body))
  const BASE64 = 'Content-Transfer-Encoding: base64'
  const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(csv, 'utf16le')])
  const accented = csv.replace('Ada', 'Adé')
  test.each<[what: string, message: string, name: string]>([
    ['with a name in RFC 2231', attached([`${ATTACHED}; filename*=utf-8''B%C3%BCro.csv`, BASE64], base64(csv)), 'Büro.csv'],
    [
      'with a name in parts',
      attached([`${ATTACHED};\r\n filename*0="resi";\r\n filename*1="dents.csv"`, BASE64], base64(csv)),
      'residents.csv',
    ],
    [
      'with a name in encoded parts',
      attached([`${ATTACHED};\r\n filename*0*=utf-8''B%C3%BC;\r\n filename*1*=ro.csv`, BASE64], base64(csv)),
      'Büro.csv',
    ],
    ['with a name in RFC 2047', attached([`${ATTACHED}; filename="=?utf-8?Q?B=C3=BCro.csv?="`, BASE64], base64(csv)), 'Büro.csv'],
    ['with an ending in capitals', attached([`${ATTACHED}; filename="RESIDENTS.CSV"`, BASE64], base64(csv)), 'RESIDENTS.CSV'],
    [
      'within the text',
      attached(['Content-Type: text/csv', 'Content-Disposition: inline; filename="residents.csv"', BASE64], base64(csv)),
      'residents.csv',
    ],
    [
      'as a text within the text',
      attached(['Content-Type: text/plain', 'Content-Disposition: inline; filename="residents.csv"'], csv),
      'residents.csv',
    ],
    [
      'as a text without a disposition, with a type on a line of its own',
      attached(['Content-Type:\r\n text/plain; charset=utf-8;\r\n name="residents.csv"', BASE64], base64(csv)),
      'residents.csv',
    ],
    ['without a type', attached(['content-disposition: INLINE; filename="residents.csv"'], csv), 'residents.csv'],
    [
      'as a web page',
      attached(['Content-Type: TEXT/HTML; name="residents.csv"', 'Content-Disposition: inline', BASE64], base64(csv)),
      'residents.csv',
    ],
    [
      'with a name of the type alone',
      attached(['Content-Type: application/octet-stream; name="residents.csv"', BASE64], base64(csv)),
      'residents.csv',
    ],
    [
      'as quoted-printable',
      attached(
        [`${ATTACHED}; filename="residents.csv"`, 'Content-Transfer-Encoding: quoted-printable'],
        csv.replaceAll(',', '=2C'),
      ),
      'residents.csv',
    ],
    [
      'as the whole message',
      [
        'Subject: x',
        'Content-Type: text/csv; name="residents.csv"',
        `${ATTACHED}; filename="residents.csv"`,
        BASE64,
        '',
        base64(csv),
      ].join('\r\n'),
      'residents.csv',
    ],
    ['in UTF-16', attached([`${ATTACHED}; filename="residents.csv"`, BASE64], base64(utf16)), 'residents.csv'],
    [
      'in Latin-1 without an encoding',
      attached(
        [
          'Content-Type: text/csv; charset=iso-8859-1',
          `${ATTACHED}; filename="residents.csv"`,
          'Content-Transfer-Encoding: 8bit',
        ],
        accented,
      ),
      'residents.csv',
    ],
    [
      'with lines that begin with a dot',
      attached([`${ATTACHED}; filename="residents.csv"`], `${csv}\r\n.,.,.,.,.,,,,`),
      'residents.csv',
    ],
  ])('%s', async (_, message, File) => {
    expect(await fetchedOf({ a: message })).toMatchObject([{ File, OutcomeName: 'Fetched', ImportStatus: 'Ready' }])
  })

  test.each([
    ['winmail.dat', 'application/ms-tnef; name="winmail.dat"'],
    ['a ZIP', 'application/zip; name="residents.zip"'],
    ['a message of Outlook', 'application/vnd.ms-outlook; name="residents.msg"'],
    ['a text', 'text/plain; name="residents.txt"'],
  ])('but not from %s', async (_, type) => {
    expect(await fetchedOf({ a: attached([`Content-Type: ${type}`, ATTACHED, BASE64], base64(csv)) })).toMatchObject([
      { OutcomeName: 'Refused', Reason: 'The message has no .csv or .xlsx attachment.' },
    ])
  })
})
