import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { packages } from '#features/packages/contract.ts'
import { clerkFixtures } from '#features/packages/server/testing/clerk-fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import { handOver } from '../contract.ts'

/** An organisation for each test with packages that wait in its mailroom. */
export function handOverFixtures() {
  const state = clerkFixtures()
  const ada = () => state.fixtures.people[0]!
  const save = (input: object, as = state.token) =>
    state.server.ask(handOver.save, { token: as, input: { PackageIds: [], ...input } as never })
  const statusOf = async (id: string) => (await state.fixtures.packageRow(id)).status_id
  const history = async (packageId: string, as = state.token) =>
    (await state.server.ask(packages.history, { token: as, params: { packageId } })).body
  /** The access code of a new resident of the property, with one package. */
  async function residentWithCode() {
    const residentId = newId()
    const manager = await tokenOf(state.server, 'propertymanager', state.organisation.systemName)
    const home = { propertyId: state.fixtures.propertyId, buildingId: state.fixtures.buildingId, unitNumber: '77' }
    const { body } = await state.server.ask(residents.generateCode, {
      token: manager,
      input: { PropertyId: state.fixtures.propertyId },
    })
    const lockerAccessCode = body.LockerAccessCode as string
    const input = { firstName: 'Olga', lastName: `Code${residentId.slice(-6)}`, ...home, lockerAccessCode }
    await state.server.ask(residents.create, { token: manager, params: { residentId }, input: input as never })
    const recipient = { ...ada(), residentId, name: `Olga ${input.lastName}`, unitNumber: '77' }
    return { residentId, code: lockerAccessCode, packageId: await state.fixtures.add(recipient), manager }
  }

  return { state, ada, save, statusOf, history, residentWithCode }
}
