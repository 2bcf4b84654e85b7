import { describe, expect, test } from 'vitest'
import { auditWords, namedTables } from '#apps/server/features.ts'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { couriers } from '#features/couriers/contract.ts'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { API } from '#platform/server/http/route.ts'
import { writeAudits } from '#platform/server/postgres/audit.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { AuditFilters, audit } from '../contract.ts'
import { auditReader } from '../reading.ts'
import { auditFixtures } from '../testing/audit-fixtures.ts'
import { recordNames } from './names.ts'
import { csvOf } from './routes.ts'

const { state, page } = auditFixtures()

describe('the export', () => {
  const exported = async (filters: string | object, language = 'en-US') => {
    const reply = await state.server.app.inject({
      method: 'POST',
      url: API + audit.export.path,
      headers: { authorization: `Bearer ${state.manager}`, 'accept-language': language },
      payload: typeof filters === 'string' ? { SubjectId: filters } : filters,
    })
    expect(reply.headers['content-type']).toContain('text/csv')
    return reply.body
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
  }

  test('has the columns and words of the list with the changes, in the caller’s language', async () => {
    const [headings, changed, created, ...others] = await exported(state.regionId)
    expect(headings).toBe('Time,Person,Action,Kind,Record,From where,Record ID,Changes')
    expect(changed).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,[^,]+,Changed,Region,Far north,"127\.0\.0\.1, program",/)
    expect(changed).toContain('Name: North → Far north')
    expect(created).toContain(',Created,Region,North,')
    expect(others).toEqual([])
    const [german, ofRegion] = await exported(state.regionId, 'de')
    expect(german).toMatch(/^Zeit,/)
    expect(ofRegion).toContain(',Geändert,Region,')
  })

  test('is safe in a spreadsheet and audited itself', async () => {
    const name = '=HYPERLINK("http://x")'
    const { body } = await state.server.ask(couriers.save, { token: state.manager, input: { Name: name, SortOrder: 1 } })
    const lines = await exported(body.Id)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('Created,Courier')
    for (const cell of lines[1]!.split(',')) expect(cell).not.toMatch(/^"?[=+\-@]/)
    expect((await page({ Action: 'audit trail exported' })).Data[0]).toMatchObject({ SubjectKind: 'auditTrail' })
  })

  test('is filtered by person and days', async () => {
    const [, ...lines] = await exported({ ActorId: state.managerId, SubjectKind: 'region' })
    expect(lines.length).toBeGreaterThan(1)
    expect(new Set(lines.map((line) => line.split(',')[1]))).toEqual(new Set(['Test organisationmanager']))
    const today = lines[0]!.slice(0, 10)
    const ofDays = (FromDay: string, UntilDay: string) =>
      exported({ ActorId: state.managerId, SubjectKind: 'region', FromDay, UntilDay })
    expect(await ofDays('2020-01-01', '2100-01-01')).toHaveLength(lines.length + 1)
    expect((await ofDays(today, today)).length).toBeGreaterThan(1)
    expect(await ofDays('2020-01-01', '2020-12-31')).toHaveLength(1)
  })

  test('has the entries of every batch, and says at its end when more match than it may have', async () => {
    const { organisationId } = state.riverside
    const subjectId = newId()
    const actor = { id: null, name: 'Clock' }
    await inOrganisation(state.server, organisationId, (db) =>
      writeAudits(
        db,
        // Some at the same time, which the cursor has to tell apart.
        Array.from({ length: 2_100 }, (_, i) => ({
          ...{ organisationId, actor, action: 'region changed' as const, subjectId },
          at: new Date(Date.UTC(2026, 0, 1) + Math.floor(i / 3) * 1000),
          detail: { before: { Name: `${i}` }, after: { Name: `${i + 1}` } },
        })),
      ),
    )
    const [, ...lines] = await exported(subjectId)
    expect(lines).toHaveLength(2_100)
    expect(new Set(lines).size).toBe(2_100)
    const filters = AuditFilters.parse({ SubjectId: subjectId })
    const parts: string[] = []
    const written = {
      reader: auditReader(auditWords),
      recorded: recordNames(namedTables),
      translate: ({ text }: Message) => text,
    }
    for await (const part of csvOf(state.server.database, wholeOrganisation(organisationId), filters, written, 2_000))
      parts.push(part)
    const cut = parts.join('').trim().split('\r\n')
    expect(cut).toHaveLength(2_002)
    expect(cut.at(-1)).toContain('More entries match. An export has the latest 2000')
  })
})
