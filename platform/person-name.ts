/** What stands for the part that a person's name does not have: first and last name are both required (spec 2 §3). */
export const NO_NAME = '-'

/** The name of a person as it is shown: one who has one name only has no sign for the other. The database has it as `person_name`. */
export function personName(first: string, last: string): string {
  if (last === NO_NAME) return first
  return first === NO_NAME ? last : `${first} ${last}`
}
