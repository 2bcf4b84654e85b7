import { readdirSync, renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { ADA, BEN, file } from '#features/imports/testing/files.ts'
import { system } from '#features/system/contract.ts'
import { fetchFixtures } from '../testing/fetch-fixtures.ts'
import { startSftpServer } from '../testing/sftp-server.ts'
import { sendFetches } from './fetch.ts'

const { state, there, fetchAll } = fetchFixtures()

const people = (count: number) =>
  Array.from({ length: count }, (_, i) => `Property 1,Building 1,${i},First${i},Last${i},,,E${i},`)

test('a file is fetched once, checked, put away and reported, and waits for a person', async () => {
  const { put, names, fetched, imports: list, residents, sftp } = await there()
  put('residents.csv', file(ADA))
  put('readme.txt', 'not a list')
  await fetchAll()
  expect(names()).toEqual(['readme.txt'])
  expect(names('done')).toEqual([expect.stringMatching(/^[\dTZ-]+ residents\.csv$/)])
  expect(await fetched()).toMatchObject([
    { File: 'residents.csv', SourceName: 'SFTP', OutcomeName: 'Fetched', ImportStatus: 'Ready', ImportId: expect.any(String) },
  ])
  expect(await list()).toMatchObject([
    { File: 'residents.csv', Source: 'Sftp', SourceName: 'SFTP', CreatedBy: 'Automatic import (SFTP)' },
  ])
  expect(state.server.mails).toMatchObject([
    { to: 'office@house.test', subject: 'Import of residents.csv: Ready', body: expect.stringContaining('New: 1.') },
  ])
  expect(state.server.mails[0]?.body).toContain('Files are not imported by themselves.')
  expect(await residents('Brandt')).toBe(0)
  await fetchAll()
  expect(await fetched()).toHaveLength(1)
  expect(state.server.mails).toEqual([])
  await sftp.stop()
})

test('a file whose import fails as a whole goes to the folder failed, also when it is put away later', async () => {
  const { put, names, imports: list, fetched, folder, sftp } = await there()
  put('strange.csv', 'Colour,Size\nred,1\n')
  put('headings.csv', file())
  put('empty.csv', '\n')
  put('good.csv', file(ADA))
  await fetchAll()
  const withoutTime = (all: string[]) => all.map((name) => name.replace(/^[\dTZ-]+ /, '')).sort()
  expect(withoutTime(names('failed'))).toEqual(['empty.csv', 'headings.csv', 'strange.csv'])
  expect(withoutTime(names('done'))).toEqual(['good.csv'])
  const statuses = (await list()).map(({ File, Status }: { File: string; Status: string }) => [File, Status])
  expect(Object.fromEntries(statuses)).toMatchObject({ 'strange.csv': 'Failed', 'headings.csv': 'Failed', 'good.csv': 'Ready' })
  expect((await fetched()).map(({ File }) => File)).toContain('strange.csv')
  // As a run that was killed leaves it.
  const moved = names('failed').find((name) => name.endsWith(' strange.csv'))!
  renameSync(join(folder, 'in', 'failed', moved), join(folder, 'in', 'strange.csv'))
  await fetchAll()
  expect(withoutTime(names('failed'))).toEqual(['empty.csv', 'headings.csv', 'strange.csv'])
  await sftp.stop()
})

test('a file is applied by itself within the thresholds only', async () => {
  const { put, rules, residents, imports: list, sftp } = await there()
  await rules({ ImportApply: true, ImportMaxRefused: 50 })
  put('first.csv', file(ADA, 'Property 1,Building 1,,Nora,Nameless,,,,'))
  await fetchAll()
  expect(await residents('Brandt')).toBe(1)
  expect(state.server.mails).toMatchObject([
    { subject: 'Import of first.csv: Done', body: expect.stringContaining('Refused: 1.') },
  ])
  await rules({ ImportMaxRefused: 49 })
  put('second.csv', file(BEN, 'Property 1,Building 1,,Nora,Nameless,,,,'))
  await fetchAll()
  expect(await residents('Castro')).toBe(0)
  expect(state.server.mails[0]?.body).toContain('1 of 2 lines are refused, more than 49 %.')
  expect((await list()).map(({ File, Status }: { File: string; Status: string }) => [File, Status])).toEqual([
    ['second.csv', 'Ready'],
    ['first.csv', 'Done'],
  ])
  await sftp.stop()
})

test('a full list moves residents out within its threshold, and one without changes is done', async () => {
  const { organisationId, put, rules, sftp } = await there()
  const movedOut = () =>
    inOrganisation(state.server, organisationId, async (db) => {
      const rows = await db.selectFrom('residents').select('last_name').where('occupancy_status', '=', 3).execute()
      return rows.map(({ last_name }) => last_name).sort()
    })
  await rules({ ImportApply: true, ImportFullList: true, ImportMaxMoveOut: 10 })
  put('monday.csv', file(...people(10)))
  await fetchAll()
  put('tuesday.csv', file(...people(9)))
  await fetchAll()
  expect(await movedOut()).toEqual(['Last9'])
  put('wednesday.csv', file(...people(7)))
  await fetchAll()
  expect(await movedOut()).toEqual(['Last9'])
  expect(state.server.mails[0]?.body).toContain('2 of 9 residents would move out, more than 10 %.')
  await rules({ ImportApply: false })
  put('thursday.csv', file(...people(9)))
  await fetchAll()
  expect(state.server.mails[0]?.subject).toBe('Import of thursday.csv: Done')
  await sftp.stop()
})

test('where files cannot be moved each is imported once, also when it gets another time', async () => {
  const { folder, put, fetched, sftp, use } = await there({ keepsFiles: true })
  put('residents.csv', file(ADA))
  await fetchAll()
  await fetchAll()
  expect(await fetched()).toHaveLength(1)
  utimesSync(join(folder, 'in', 'residents.csv'), 1_000_000_000, 1_000_000_000)
  await fetchAll()
  await fetchAll()
  expect((await fetched()).map(({ OutcomeName }) => OutcomeName)).toEqual(['Fetched before', 'Fetched'])
  await sftp.stop()
  // It was fetched by a run that was killed before it was put away.
  const later = await startSftpServer(folder)
  await use({ Port: later.port, ServerFingerPrint: later.fingerprint })
  await fetchAll()
  expect(readdirSync(join(folder, 'in'))).toEqual(['done'])
  expect(await fetched()).toHaveLength(2)
  await later.stop()
})

test('two runs at the same time fetch a file once', async () => {
  const { put, fetched, sftp } = await there()
  put('residents.csv', file(ADA))
  await sendFetches(state.server.deps)
  await sendFetches(state.server.deps)
  await Promise.all(state.server.jobs.splice(0).map((job) => state.server.run(job)))
  expect(await fetched()).toHaveLength(1)
  await sftp.stop()
})

test('files that cannot be imported are refused with a reason, and the others are fetched', async () => {
  const { put, names, fetched, failure, sftp } = await there()
  put('empty.csv', '')
  put('large.csv', Buffer.alloc(20_000_000, 'x'))
  put('residents.csv', file(ADA))
  await fetchAll()
  await fetchAll()
  expect((await fetched()).map(({ File, OutcomeName, Reason }) => `${File}: ${OutcomeName} ${Reason}`).sort()).toEqual([
    'empty.csv: Refused The file is empty.',
    'large.csv: Refused The file cannot be larger than 10 MB.',
    'residents.csv: Fetched ',
  ])
  await fetchAll()
  expect(names()).toEqual([])
  expect(names('failed')).toHaveLength(2)
  expect(await failure()).toBe('')
  await sftp.stop()
})

test('a file that is larger than its server says is refused, and the next run fetches the others', async () => {
  const { put, fetched, failure, sftp } = await there({ entries: ['long.csv', 'residents.csv'] })
  put('long.csv', Buffer.alloc(11_000_000, 'x'))
  put('residents.csv', file(ADA))
  await fetchAll()
  expect(await failure()).toBe('The file cannot be larger than 10 MB.')
  expect(await fetched()).toMatchObject([{ File: 'long.csv', OutcomeName: 'Refused' }])
  await fetchAll()
  expect(await failure()).toBe('')
  expect(await fetched()).toMatchObject([{ File: 'residents.csv', OutcomeName: 'Fetched' }, { File: 'long.csv' }])
  await sftp.stop()
})

test('the system page shows the last fetches, and the files behind them', async () => {
  const { organisationId, put, use, sftp } = await there()
  put('residents.csv', file(ADA))
  await fetchAll()
  await use({ ServerFingerPrint: 'A'.repeat(43) })
  await fetchAll()
  await seedOrganisation(state.server, 'operator', { isSuperAdmin: true })
  const token = await tokenOf(state.server, 'superadmin', 'operator')
  const { Fetches } = (await state.server.ask(system.status, { token })).body
  expect(Fetches.filter(({ Id }: { Id: string }) => Id === organisationId)).toMatchObject([
    { SourceName: 'SFTP', LastRunAt: expect.any(String), LastFailure: expect.stringMatching(/^The fingerprint/) },
  ])
  const behind = await state.server.ask(system.details, { token, params: { id: organisationId, what: 'fetches' } })
  expect(behind.body).toMatchObject([{ Name: 'residents.csv', State: 'Imported' }])
  await sftp.stop()
})

test('a source that is not active and an inactive organisation are not fetched', async () => {
  const { organisationId, put, fetched, use, sftp } = await there()
  put('residents.csv', file(ADA))
  await use({ IsActive: false })
  await fetchAll()
  await use()
  await inOrganisation(state.server, organisationId, (db) => db.updateTable('organisations').set({ is_active: false }).execute())
  await fetchAll()
  await inOrganisation(state.server, organisationId, (db) => db.updateTable('organisations').set({ is_active: true }).execute())
  expect(await fetched()).toEqual([])
  await sftp.stop()
})
