import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { portalUsers } from '../contract.ts'

/** Two organisations, and saves of users in both shapes. */
export function shapeFixtures() {
  const state = {} as TwoOrganisations<Fixtures> & {
    number: number
  }
  state.number = 0
  onTwoOrganisations(seedFixtures, (seeded) => {
    Object.assign(state, seeded)
  })
  const property = () => state.riverside.first.ids.property
  const person = () => ({ FirstName: 'Nora', LastName: 'Quist', Email: `nora-${++state.number}@shapes.test`, IsActive: true })
  /** A user as spec 3 §3 writes it. */
  const specified = (change: object = {}) => ({
    ...person(),
    UserRole: { SystemName: 'mailroomstaff', Name: 'Mailroom staff' },
    PortalLogin: { Username: `NORA-${state.number}@shapes.test`, Password: 'velvet-harbour-kite-31' },
    KioskLogin: { Username: `desk-${state.number}`, Pin: '482913' },
    UserToProperties: [{ UserId: EMPTY_GUID, PropertyId: property() }],
    AllRoles: [{ SystemName: 'superadmin' }],
    AllProperties: [{ Id: state.harbour.first.ids.property }],
    ...change,
  })
  const flat = (change: object = {}) => ({
    ...person(),
    UserRole: 'mailroomstaff',
    PropertyIds: [property()],
    ...change,
  })
  const save = (input: object, token = state.manager) => state.server.ask(portalUsers.save, { token, input } as never)
  const get = async (portalUserId: string) =>
    (await state.server.ask(portalUsers.get, { token: state.manager, params: { portalUserId } })).body
  const kept = (id: string) =>
    inOrganisation(state.server, state.riverside.organisationId, async (db) => ({
      user: await db.selectFrom('portal_users').select(['password_hash', 'role_id']).where('id', '=', id).executeTakeFirst(),
      login: await db.selectFrom('kiosk_logins').selectAll().where('portal_user_id', '=', id).executeTakeFirst(),
    }))

  return { state, property, specified, flat, save, get, kept }
}
