import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { hasPdfPrograms } from '#platform/server/testing/services.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { REPORT_NAMES, REPORTS, type ReportName } from '../../reports.ts'
import { DEFINITIONS } from '../definitions/all.ts'
import { resolvedValues } from '../engine/values.ts'
import { fileOf, readReport } from '../make.ts'

/** Debian's qpdf and pdftotext, where the run has them (`npm run test:services`). */
describe.runIf(hasPdfPrograms)('other programs', () => {
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

  /** The PDF of a report without any value of its parameters. */
  async function pdfOf(report: ReportName): Promise<string> {
    const tenant = wholeOrganisation(organisation.organisationId)
    const caller = { id: organisation.organisationId, tenant }
    const values = await server.database.readInTenant(tenant, (db) =>
      resolvedValues(db, DEFINITIONS[report].parameters, {}, { caller, now: new Date() }),
    )
    const asked = { report, values, changes: {}, language: 'en-US', dateFormat: 'en-US' }
    const chunks: Buffer[] = []
    await readReport(server.database, { tenant, asked }, async (made) => {
      for await (const chunk of fileOf(made, 'PDF', asked)) chunks.push(chunk)
    })
    const path = join(folder, `${report}.pdf`)
    writeFileSync(path, Buffer.concat(chunks))
    return path
  }

  test.each(REPORT_NAMES)('check and read the PDF of %s', async (report) => {
    const path = await pdfOf(report)
    expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain('No syntax or stream encoding errors found')
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    expect(text).toContain(REPORTS[report].title.text)
    expect(text).toContain('Data as of: ')
    if (report === 'ActivePackages') expect(text).toContain('Ada Resident1')
    expect(execFileSync('pdfinfo', [path], { encoding: 'utf8' })).toMatch(/Tagged:\s+yes/)
  })
})
