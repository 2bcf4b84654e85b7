import { beforeEach, describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { settings } from '#features/settings/contract.ts'
import { sendSummaries } from './daily-summary.ts'

let { server, riverside, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (seeded) => {
  ;({ server, riverside, manager } = seeded)
})

const save = (values: object) => {
  const GeneralSettings = Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
  return server.ask(settings.save, { token: manager, input: { GeneralSettings } })
}
const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)
beforeEach(() =>
  inRiverside(async (db) => {
    await db.deleteFrom('organisation_settings').execute()
    await db.deleteFrom('organisation_summaries').execute()
    await db.updateTable('organisations').set({ time_zone: 'America/New_York', is_active: true }).execute()
  }),
)

describe('the daily summary', () => {
  const at = (time: string) => sendSummaries({ ...server.deps, database: server.database }, new Date(time))
  const summaries = () => server.mails.filter(({ subject }) => subject === 'Daily summary of riverside')
  beforeEach(async () => {
    server.mails.length = 0
    await save({ SummaryHour: '6:00AM', AlertEmails: 'night@house.test, NIGHT@house.test; day@house.test' })
  })

  test('goes once a day to each address, at the hour of the organisation, with the numbers of each bank', async () => {
    await at('2026-07-01T09:59:00Z')
    expect(summaries()).toEqual([])
    await Promise.all([at('2026-07-01T10:00:00Z'), at('2026-07-01T10:00:00Z')])
    await at('2026-07-01T11:15:00Z')
    expect(summaries().map(({ to }) => to)).toEqual(['night@house.test', 'day@house.test'])
    expect(summaries()[0]?.body).toMatch(/Property 1, .+: OFFLINE\. \d+ of \d+ lockers occupied/)
    await at('2026-07-02T10:00:00Z')
    expect(summaries()).toHaveLength(4)
  })

  test('is at the same local hour after the clocks change', async () => {
    await at('2026-12-01T10:30:00Z')
    expect(summaries()).toEqual([])
    await at('2026-12-01T11:00:00Z')
    expect(summaries()).toHaveLength(2)
  })

  test('is sent late after an outage, but not in the evening', async () => {
    await at('2026-07-01T23:00:00Z')
    expect(summaries()).toEqual([])
    await at('2026-07-02T12:59:00Z')
    expect(summaries()).toHaveLength(2)
  })

  test('is not sent when it is off, nobody is named or the organisation is inactive', async () => {
    await save({ SummaryHour: 'off' })
    await at('2026-07-01T10:00:00Z')
    await save({ SummaryHour: '6:00AM', AlertEmails: '' })
    await at('2026-07-01T10:00:00Z')
    await save({ AlertEmails: 'night@house.test' })
    await inRiverside((db) => db.updateTable('organisations').set({ is_active: false }).execute())
    await at('2026-07-01T10:00:00Z')
    expect(summaries()).toEqual([])
  })
})
