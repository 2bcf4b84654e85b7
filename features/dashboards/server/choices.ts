import type { z } from 'zod'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import type { Choice } from '#features/packages/rules.ts'
import { choicesForLocker } from '#features/packages/server/api.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { LockerChoices, OpenChoice } from '../contract.ts'

/** What the caller may do with the packages of a locker: without EditPackage only open it to verify. */
export async function choicesOf(db: Db, lockerId: string, { permissions }: Caller): Promise<z.input<typeof LockerChoices>> {
  const { packages, empty, mailrooms } = await choicesForLocker(db, lockerId)
  const may = (choice: Choice) => choice.newStatus === null || permissions.has('EditPackage')
  const offered = (choices: readonly Choice[]) => choices.filter(may).map(choiceOf)
  return {
    Packages: packages.map(({ packageId, choices }) => ({ PackageId: packageId, Choices: offered(choices) })),
    Empty: offered(empty),
    Mailrooms: [...mailrooms],
  }
}

const choiceOf = ({ label, newStatus, asks }: Choice): z.input<typeof OpenChoice> => ({
  Label: label,
  StatusId: newStatus && STATUSES[newStatus].id,
  Mailroom: asks.mailroom,
})
