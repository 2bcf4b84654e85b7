import { OCCUPANCY, OCCUPANCY_NAMES, type OccupancyName, occupancyMessage } from '#features/residents/rules.ts'
import { headingKey } from './fields.ts'

/** Words of property systems for each occupancy status, and those of the other languages. Who is on notice still lives there. */
const WORDS: Readonly<Record<OccupancyName, string>> = {
  Current:
    'current resident, current tenant, occupied, active, resident, in place, moved in, leased, renewed, month to month, mtm, notice, on notice, notice given, notice to vacate, ntv, under notice, notice rented, notice unrented, occupied on notice, occupied notice, evict, eviction, in eviction, under eviction, wohnt hier, aktuell, aktiv, bewohnt, vermietet, gekündigt, actual, vigente, activo, activa, ocupado, ocupada, aviso, preaviso, en desalojo',
  MovingIn:
    'future, future resident, future tenant, moving in, move in, pending move in, pre leased, preleased, upcoming, zieht ein, künftig, zukünftig, zukünftiger mieter, se está mudando, futuro, futura, próximo, próxima',
  MovedOut:
    'past, past resident, past tenant, previous, previous resident, former, former resident, former tenant, moved out, move out, vacated, moved, evicted, skipped, terminated, ended, inactive, expired, ausgezogen, ehemalig, ehemaliger mieter, ehemaliger bewohner, früher, inaktiv, se ha mudado, anterior, antiguo, antigua, pasado, pasada, inactivo, inactiva, desalojado, exresidente',
}
const STATUSES = new Map(
  OCCUPANCY_NAMES.flatMap((name) =>
    [name, occupancyMessage(OCCUPANCY[name]).text, String(OCCUPANCY[name]), ...WORDS[name].split(', ')].map(
      (word): [string, number] => [headingKey(word), OCCUPANCY[name]],
    ),
  ),
)
/** The occupancy status of a word or number; undefined if it is unknown. */
export const occupancyOf = (word: string): number | undefined => STATUSES.get(headingKey(word))
