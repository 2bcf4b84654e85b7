import { registrationFixtures } from './registration-fixtures.ts'

export const APPROVE = { ApprovalStatus: 1 }

export const REJECT = { ApprovalStatus: -1 }

/** Registrations of residents, and what an approval changes. */
export function reviewFixtures() {
  const { fixtures, resetQuotas, inRiverside, read, residentForm, review, submitted, completed } = registrationFixtures()
  const rowOf = (id: string) =>
    inRiverside((db) => db.selectFrom('registrations').selectAll().where('id', '=', id).executeTakeFirstOrThrow())

  return { fixtures, resetQuotas, inRiverside, read, residentForm, review, submitted, completed, rowOf }
}
