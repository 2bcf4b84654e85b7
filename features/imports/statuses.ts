import { OCCUPANCY, OCCUPANCY_NAMES, type OccupancyName, occupancyMessage } from '#features/residents/rules.ts'
import { headingKey } from './fields.ts'

/**
 * Words of property systems for each occupancy status, and those of the other languages. Who is on notice, is being evicted or stays
 * after the end of the lease still lives there. The end of a lease alone (expired, terminated, cancelled) does not say who lives there,
 * and an applicant may never do: these words are asked about. "Move out" may be planned or done.
 */
const WORDS: Readonly<Record<OccupancyName, string>> = {
  Current:
    'current, occupied, active, resident, in place, moved in, move in complete, leased, rented, renewed, renewal, renewing, renewal pending, pending renewal, month to month, mtm, m2m, holdover, hold over, holding over, owner occupied, notice, on notice, notice given, gave notice, given notice, notice to vacate, notice to move, vacating, ntv, ntvl, ntvu, ntv leased, ntv pre leased, ntv not leased, under notice, notice rented, notice unrented, notice leased, notice not leased, notice pre leased, occupied no notice, occupied on notice, no notice, moving out, move out scheduled, pending move out, evict, eviction, evicting, eviction filed, in eviction, under eviction, eviction pending, wohnt hier, wohnt, wohnhaft, ungekündigt, aktuell, aktiv, laufend, bewohnt, vermietet, belegt, gekündigt, gekuendigt, in kündigung, kündigung, zieht aus, auszug geplant, eigennutzer, selbstnutzer, räumung, in räumung, räumungsklage, zwangsräumung, actual, vigente, en vigor, activo, activa, ocupado, ocupada, alquilado, alquilada, arrendado, arrendada, aviso, con aviso, preaviso, con preaviso, en preaviso, en desalojo, en desahucio, desahucio, prórroga, en prórroga, mes a mes',
  MovingIn:
    'future, moving in, move in, pending move in, move in pending, move in scheduled, pre leased, preleased, pre lease, upcoming, zieht ein, einzug geplant, künftig, kuenftig, zukünftig, zukuenftig, se está mudando, futuro, futura, próximo, próxima, entrada prevista, pendiente de entrada',
  MovedOut:
    'past, previous, former, ex, moved out, move out complete, vacated, moved, evicted, skip, skipped, inactive, ausgezogen, verzogen, auszug erfolgt, ehemalig, früher, inaktiv, geräumt, se ha mudado, se mudó, anterior, antiguo, antigua, pasado, pasada, inactivo, inactiva, desalojado, desalojada, desahuciado, desahuciada, exresidente, exinquilino, exinquilina',
}
const STATUSES = new Map(
  OCCUPANCY_NAMES.flatMap((name) =>
    [name, occupancyMessage(OCCUPANCY[name]).text, String(OCCUPANCY[name]), ...WORDS[name].split(', ')].map(
      (word): [string, number] => [headingKey(word), OCCUPANCY[name]],
    ),
  ),
)
/** Words beside a status that say who has it, and since when. */
const WHO = new Set(
  'resident, residents, tenant, tenants, occupant, occupants, lessee, household, lease, leases, mietverhältnis, vertrag, contrato, mieter, mieterin, bewohner, bewohnerin, inquilino, inquilina, residente, arrendatario, arrendataria, zum, am, per, seit, bis, since, until, as, of, hasta, el'
    .split(', ')
    .map(headingKey),
)
/** Words before the day on which a status begins, which may be later. */
const BEGINS = new Set('ab, from, starting, desde, partir'.split(', ').map(headingKey))
/** Longer texts are no words for a status. */
const LONGEST = 60
/** Words of the longest phrase. */
const PHRASE = 4

/**
 * The occupancy status of a word or number; undefined if it is unknown. Several words mean a status if all of them do, beside dates and
 * who has it: "Occupied-NTV", "Former Tenant", "Notice (12/31/2026)", but not "Rented from 01/01/2027", "Former Applicant" or "Not Occupied".
 */
export function occupancyOf(text: string): number | undefined {
  if (text.length > LONGEST) return undefined
  const known = STATUSES.get(headingKey(text))
  if (known !== undefined) return known
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => /\p{L}/u.test(word))
  const found = phrasesOf(words.filter((word) => !WHO.has(headingKey(word)) && !BEGINS.has(headingKey(word))))
  if (words.some((word) => BEGINS.has(headingKey(word))) && found[0] !== OCCUPANCY.MovingIn) return undefined
  return found.length > 0 && found.every((status) => status === found[0]) ? found[0] : undefined
}

/** The status of each phrase of some words, the longest first; undefined for a word that is unknown. */
function phrasesOf(words: readonly string[]): readonly (number | undefined)[] {
  const found: (number | undefined)[] = []
  for (let at = 0; at < words.length; ) {
    const lengths = [PHRASE, 3, 2, 1].filter((length) => at + length <= words.length)
    const length = lengths.find((one) => statusOf(words.slice(at, at + one)) !== undefined) ?? 1
    found.push(statusOf(words.slice(at, at + length)))
    at += length
  }
  return found
}
/** The status of a phrase; a German or Spanish adjective may have an ending. */
function statusOf(words: readonly string[]): number | undefined {
  const key = headingKey(words.join(''))
  return STATUSES.get(key) ?? STATUSES.get(key.replace(/(?:e[rnsm]?)$/, ''))
}
