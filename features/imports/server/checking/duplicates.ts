import { plainName, unitKey } from '#platform/fold-text.ts'
import { personName } from '#platform/person-name.ts'
import type { LineValues, ReadLine } from './read-line.ts'

const atHome = ({ building_id, unit_number = '' }: LineValues, value: string) =>
  `${building_id} ${unitKey(unit_number)} ${value}`.toLowerCase()
const nameOf = ({ first_name = '', last_name = '' }: LineValues) => plainName(personName(first_name, last_name))

/** The e-mails that lines of one home share under different names: there an e-mail alone identifies no resident (decisions "People"). */
export function createSharedEmails() {
  const names = new Map<string, string>()
  const shared = new Set<string>()
  return {
    add: ({ values }: ReadLine): void => {
      if (!values.building_id || !values.email) return
      const [key, name] = [atHome(values, values.email), nameOf(values)]
      if ((names.get(key) ?? name) !== name) shared.add(key)
      names.set(key, name)
    },
    has: ({ values }: ReadLine): boolean => shared.has(atHome(values, values.email ?? '')),
    /** Frees the memory of what only `add` needs. */
    seal: (): void => names.clear(),
  }
}

/** Returns whether an earlier line describes the same person: by external id, or by name at home. */
export function createDuplicates(): (values: LineValues) => boolean {
  const externalIds = new Set<string>()
  const externalIdByName = new Map<string, string>()
  return (values) => {
    const { external_id = '' } = values
    const name = atHome(values, nameOf(values))
    const other = externalIdByName.get(name)
    if (externalIds.has(external_id)) return true
    if (other !== undefined && (other === '' || external_id === '' || other === external_id)) return true
    if (external_id) externalIds.add(external_id)
    externalIdByName.set(name, external_id)
    return false
  }
}
