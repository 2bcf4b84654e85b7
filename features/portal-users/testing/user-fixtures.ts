import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { type PortalUser, portalUsers } from '../contract.ts'

export const linkOf = (body: string) => new URLSearchParams(/choosepassword\?(\S+)/.exec(body)![1])

export const OWN = 'lantern-otter-quarry-9'

/** Two organisations, and what managers and invited users of `riverside` do. */
export function userFixtures() {
  const state = {} as TwoOrganisations<Fixtures> & {
    number: number
  }
  state.number = 0
  onTwoOrganisations(seedFixtures, (seeded) => {
    Object.assign(state, seeded)
  })
  const draft = (change: object = {}) => ({
    FirstName: 'Nora',
    LastName: 'Quist',
    Email: `nora${++state.number}@users.test`,
    UserRole: 'mailroomstaff',
    IsActive: true,
    PropertyIds: [state.riverside.first.ids.property],
    ...change,
  })
  const save = (input: object, token = state.manager) => state.server.ask(portalUsers.save, { token, input })
  const created = async (change: object = {}): Promise<PortalUser & { input: ReturnType<typeof draft> }> => {
    const input = draft(change)
    const { body } = await save(input)
    return { ...(await get(body.Id)).body, input: { ...input, Id: body.Id } }
  }
  const get = (portalUserId: string, token = state.manager) =>
    state.server.ask(portalUsers.get, { token, params: { portalUserId } })
  const remove = (input: string[], token = state.manager) => state.server.ask(portalUsers.remove, { token, input })
  const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
    inOrganisation(state.server, state.riverside.organisationId, work)
  const mailTo = (address: string) =>
    inRiverside((db) =>
      db.selectFrom('mails').selectAll().where('to_address', '=', address).orderBy('created_at', 'desc').executeTakeFirst(),
    )
  const signIn = (email: string, password: string) =>
    state.server.ask(session.token, {
      input: {
        grant_type: 'password',
        username: email,
        password,
        client_id: 'api',
        scope: `riverside ${CREDENTIALS.user}`,
      },
    })
  const setPassword = (link: URLSearchParams, NewPassword: string) =>
    state.server.ask(session.resetPassword, {
      input: { UserId: link.get('userId')!, IssuedFor: link.get('issuedFor')!, Token: link.get('key')!, NewPassword },
    })

  return { state, draft, save, created, get, remove, inRiverside, mailTo, signIn, setPassword }
}
