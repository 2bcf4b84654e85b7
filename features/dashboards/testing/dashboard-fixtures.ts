import { afterAll, beforeAll } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import type { Role } from '#platform/permissions.ts'
import { dashboards } from '../contract.ts'
import { type Cabinet, makeCabinet, putPackage } from './cabinet.ts'

/** Two organisations with locker banks, and their dashboards. */
export function dashboardFixtures() {
  const there = {} as {
    server: TestServer
    riverside: OrganisationFixtures
    harbour: OrganisationFixtures
    lobby: Cabinet
    annex: Cabinet
  }

  beforeAll(async () => {
    there.server = await testServer()
    there.riverside = await seedOrganisation(there.server, 'riverside', { isSuperAdmin: true })
    there.harbour = await seedOrganisation(there.server, 'harbour')
    there.lobby = await makeCabinet(there.server, there.riverside, 0, {
      T: { type: 'terminal', size: 'medium' },
      L1: { holds: ['InLocker', 'InLocker'] },
      L2: { holds: ['ExpiredInlocker'] },
      L3: { holds: ['OnHold'] },
      L4: { size: 'large', holds: ['Missing'] },
      L5: { size: 'large', holds: ['Pending'] },
      L6: { size: 'large', holds: ['DroppedOffForDryCleaning'] },
      L7: { size: 'extrasmall', holds: ['Unconfirmed', 'WrongRecipient'] },
      L8: { size: 'extrasmall' },
      L9: { condition: 'dirty' },
      L10: { condition: 'flagged' },
      L11: { condition: 'disabled' },
      L12: { isMapped: false },
      L13: { mode: -1 },
    })
    there.annex = await makeCabinet(
      there.server,
      there.riverside,
      1,
      { A1: {}, A2: { holds: ['Found'] } },
      { withMailroom: false },
    )
    await makeCabinet(there.server, there.harbour, 0, { H1: { holds: ['InLocker'] } })
    await inOrganisation(there.server, there.riverside.organisationId, async (db) => {
      const [at] = there.riverside.properties
      const place = { organisation_id: there.riverside.organisationId, property_id: at!.id, building_id: at!.buildingId }
      for (const status of ['InMailroom', 'ExpiredInMailroom', 'Missing', 'CollectedbyRecipient'] as const)
        await putPackage(db, { ...place, mailroom_id: at!.mailroomId }, status)
      await putPackage(db, { ...place, locker_bank_id: there.lobby.lockerBankId }, 'CollectedbyRecipient')
    })
  })
  afterAll(() => there.server.stop())
  const tokenFor = async (role: Role, organisation = 'riverside') => tokenOf(there.server, role, organisation)
  const ofBank = (op: 'lockerSummary' | 'packageSummary' | 'layout', token: string, lockerBankId: string) =>
    there.server.ask(dashboards[op], { token, params: { lockerBankId } })

  return { there, tokenFor, ofBank }
}
