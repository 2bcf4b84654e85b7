import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { hasDocumentPrograms } from '#platform/server/testing/services.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import type { Part } from '../../model.ts'
import { FILE_FORMATS, type FileFormat, REPORT_NAMES, REPORTS, type ReportName } from '../../reports.ts'
import { DEFINITIONS } from '../definitions/all.ts'
import { resolvedValues } from '../engine/values.ts'
import { readReport } from '../read-report.ts'
import { fileInThread } from './file-in-thread.ts'

const NAMES = [
  ...['王小明 李', '陳大文', '田中 さくら', '한국어 김철수', 'สมชาย นามสกุล', 'हिन्दी नाम क्षेत्र', 'বাংলা', 'தமிழ்', 'తెలుగు'],
  ...['ಕನ್ನಡ', 'മലയാളം', 'ગુજરાતી', 'ਪੰਜਾਬੀ', 'සිංහල', 'ខ្មែរ', 'မြန်မာ', 'አማርኛ', 'Հայերեն', 'ქართული', 'ລາວ'],
  ...['محمد عبد الله الخطيب', 'שלום ישראל', '👨‍👩‍👧 🇩🇪 👍🏽'],
]

/** Debian's qpdf, pdftotext and LibreOffice, where the run has them (`npm run test:services`). */
describe.runIf(hasDocumentPrograms)('other programs', () => {
  let server: TestServer
  let organisation: OrganisationFixtures
  let folder: string
  beforeAll(async () => {
    server = await testServer()
    folder = temporaryFolder()
    organisation = await seedOrganisation(server, 'riverside')
    const property = await seedPackageFixtures(server, organisation, 0)
    for (const person of property.people) await property.add(person)
    await tokenOf(server, 'organisationmanager', 'riverside')
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await server.stop()
  })

  /** Writes the file of a report without any value of its parameters; returns its path. */
  async function writeReport(report: ReportName, format: FileFormat): Promise<string> {
    const tenant = wholeOrganisation(organisation.organisationId)
    const caller = { id: organisation.organisationId, tenant }
    const values = await server.database.readInTenant(tenant, (db) =>
      resolvedValues(db, DEFINITIONS[report].parameters, {}, { caller, now: new Date() }),
    )
    const request = { report, values, changes: {}, language: 'en-US', dateFormat: 'en-US' }
    const chunks: Buffer[] = []
    await readReport(server.database, { tenant, request }, async (content) => {
      for await (const chunk of fileInThread(content.parts, {
        format,
        language: 'en-US',
        dateFormat: 'en-US',
        logo: content.logo,
      }))
        chunks.push(chunk)
    })
    const path = join(folder, `${report}.${FILE_FORMATS[format].extension}`)
    writeFileSync(path, Buffer.concat(chunks))
    return path
  }
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' })
  const textOf = (pdf: string) => run('pdftotext', '-layout', pdf, '-')

  function expectReport(text: string, report: ReportName) {
    expect(text).toContain(REPORTS[report].title.text)
    expect(text).toContain('Data as of')
    if (report === 'ActivePackages') expect(text).toContain('Ada Resident1')
  }

  test.each(REPORT_NAMES)('check and read the PDF of %s', async (report) => {
    const path = await writeReport(report, 'PDF')
    expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found')
    expectReport(textOf(path), report)
    expect(run('pdfinfo', path)).toMatch(/Tagged:\s+yes/)
  })

  test('read names of every script from a PDF, in their order', async () => {
    async function* parts(): AsyncGenerator<Part> {
      yield { kind: 'heading', title: 'Tenants', organisation: 'Riverside', details: [] }
      yield { kind: 'table', columns: [{ id: 'Name', title: 'Name', kind: 'text', width: 100 }] }
      for (const name of NAMES) yield { kind: 'row', cells: [name] }
    }
    const path = join(folder, 'names.pdf')
    const chunks: Buffer[] = []
    const request = { format: 'PDF', language: 'en-US', dateFormat: 'en-US', logo: null } as const
    for await (const chunk of fileInThread(parts(), request)) chunks.push(chunk)
    writeFileSync(path, Buffer.concat(chunks))
    expect(run('qpdf', '--check', path)).toContain('No syntax or stream encoding errors found')
    // Marks of direction around lines from right to left.
    const text = textOf(path).replace(/[\u202a-\u202e]/g, '')
    for (const name of NAMES) expect(text).toContain(name)
  })

  test.each(['XLSX', 'DOCX'] as const)(
    'open the %s of each report',
    async (format) => {
      const files: string[] = []
      for (const report of REPORT_NAMES) files.push(await writeReport(report, format))
      const opened = join(folder, `opened-${format}`)
      const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'office'))}`
      run('soffice', profile, '--headless', '--convert-to', 'pdf', '--outdir', opened, ...files)
      for (const report of REPORT_NAMES) expectReport(textOf(join(opened, `${report}.pdf`)), report)
    },
    180_000,
  )
})
