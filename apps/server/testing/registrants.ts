import { randomBytes } from 'node:crypto'
import { ROLES } from '#platform/permissions.ts'
import type { Db } from '#platform/server/postgres/db.ts'

type Marked = {
  readonly organisation_id: string
  readonly ids: Readonly<Record<'property' | 'building' | 'courier' | 'residentRegistration' | 'agentRegistration', string>>
  readonly mark: (what: string) => string
}
/** A resident and an agent with registrations that wait for review. */
export async function insertRegistrations(db: Db, { organisation_id, ids, mark }: Marked): Promise<void> {
  const person = (kind: 'resident' | 'agent') => ({
    organisation_id,
    kind,
    first_name: mark('Newcomer'),
    last_name: kind,
    email: `${mark(kind)}@new.test`,
    phone_number: '020 7946 0000',
    language: 'en-GB',
    token_hash: randomBytes(32),
    token_expires_at: new Date(Date.now() + 86_400_000),
  })
  const home = { property_id: ids.property, building_id: ids.building, unit_number: '9Z' }
  const work = {
    courier_id: ids.courier,
    role_id: ROLES.deliveryagent.id,
    user_name: mark('newcomer'),
    pin_hash: 'none that fits',
  }
  await db
    .insertInto('registrations')
    .values([
      { ...person('resident'), ...home, id: ids.residentRegistration },
      { ...person('agent'), ...work, id: ids.agentRegistration },
    ])
    .execute()
  const asks = (registration_id: string) => ({ organisation_id, registration_id, property_id: ids.property })
  await db
    .insertInto('registration_properties')
    .values([asks(ids.residentRegistration), asks(ids.agentRegistration)])
    .execute()
}
