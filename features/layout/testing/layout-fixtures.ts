import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { layouts } from '../contract.ts'

type Draft = { Id?: string; LockerName: string; Size?: number; LockerType?: string; LockerMode?: number; IsDDAReserved?: boolean }

export const door = (LockerName: string, Size = 2, more: Partial<Draft> = {}) => ({
  Id: newId(),
  LockerName,
  Size,
  LockerType: 'locker',
  ...more,
})

export const column = (ColumnName: string, ...LockerCollection: Draft[]) => ({ ColumnName, LockerCollection })

/** Two organisations, and saves of layouts by staff of `riverside`. */
export function layoutFixtures() {
  const state = {} as TwoOrganisations<Fixtures>

  onTwoOrganisations(seedFixtures, (organisations) => {
    Object.assign(state, organisations)
  })
  const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
    inOrganisation(state.server, state.riverside.organisationId, work)
  /** A bank of the first property, without a layout. */
  async function emptyBank(): Promise<string> {
    const { id, buildingId } = state.riverside.properties[0]!
    const bank = newId()
    await inRiverside((db) =>
      db
        .insertInto('locker_banks')
        .values({
          organisation_id: state.riverside.organisationId,
          id: bank,
          property_id: id,
          building_id: buildingId,
          name: bank,
          code: bank,
          address: 'Lobby',
        })
        .execute(),
    )
    return bank
  }
  const read = async (lockerBankId: string) => {
    const { body, headers } = await state.server.ask(layouts.read, { token: state.ofProperty, params: { lockerBankId } })
    return { columns: body, etag: headers.etag as string }
  }
  const save = (lockerBankId: string, input: unknown, etag?: string, headers: Record<string, string> = {}) =>
    state.server.ask(layouts.save, {
      token: state.ofProperty,
      params: { lockerBankId },
      input,
      headers: { ...(etag && { 'if-match': etag }), ...headers },
    })
  /** A bank with two columns: L1 and L2, L3 and a terminal. */
  async function bankWithLayout() {
    const bank = await emptyBank()
    const [l1, l2, l3] = [door('L1'), door('L2', 4), door('L3', 3, { LockerMode: 1, IsDDAReserved: true })]
    const terminal = door('Terminal', 3, { LockerType: 'terminal' })
    const columns = [column('Column1', l1, l2), column('Column2', l3, terminal)]
    const { body } = await save(bank, columns)
    return { bank, l1, l2, l3, terminal, columns, etag: body.ETag as string }
  }
  /** Adds a resident's package to a locker in its own transaction. */
  const dropOff = (lockerBankId: string, lockerId: string) =>
    inRiverside((db) =>
      db
        .insertInto('packages')
        .values({
          organisation_id: state.riverside.organisationId,
          id: newId(),
          property_id: state.riverside.first.ids.property,
          building_id: state.riverside.first.ids.building,
          resident_id: state.riverside.first.ids.resident,
          locker_bank_id: lockerBankId,
          locker_id: lockerId,
          package_number: newId(),
          recipient_name: 'Recipient',
          unit_number: '1A',
          status_id: 1,
          status_group: 1,
          drop_off_time: new Date(),
          last_transaction_at: new Date(),
        })
        .execute(),
    )

  return { state, inRiverside, read, save, bankWithLayout, dropOff, emptyBank }
}
