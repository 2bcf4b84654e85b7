import { describe, expect, test } from 'vitest'
import { OCCUPANCY, occupancyMessage } from '#features/residents/rules.ts'
import { textIn } from '#features/resources/server/api.ts'
import { LANGUAGES } from '#platform/language.ts'
import { occupancyOf } from './statuses.ts'

const { Current, MovingIn, MovedOut } = OCCUPANCY

const asked = (word: string): [string, undefined] => [word, undefined]

describe('an occupancy status', () => {
  test('is recognised by its word or its number', () => {
    expect(['Current', 'moving in', 'MovedOut', '3', 'away', '4'].map(occupancyOf)).toEqual([
      ...[Current, MovingIn, MovedOut, MovedOut],
      ...[undefined, undefined],
    ])
  })
  test.each(LANGUAGES)('is recognised by its word in %s', (language) => {
    const statuses = Object.values(OCCUPANCY)
    expect(statuses.map((status) => occupancyOf(textIn(language, occupancyMessage(status))))).toEqual(statuses)
  })
  // AMSI, Yardi and ResMan: who is on notice or is being evicted still lives there.
  test.each<[string, number | undefined]>([
    ['CURRENT', Current],
    ['Notice', Current],
    ['On Notice', Current],
    ['Notice - Unrented', Current],
    ['NTV', Current],
    ['Evict', Current],
    ['Occupied', Current],
    ['Month-to-Month', Current],
    ['Future', MovingIn],
    ['Future Resident', MovingIn],
    ['Pre-Leased', MovingIn],
    ['Past', MovedOut],
    ['Previous', MovedOut],
    ['Former Tenant', MovedOut],
    ['Evicted', MovedOut],
    ['Moved-Out', MovedOut],
    ['Ehemaliger Mieter', MovedOut],
    ['gekündigt', Current],
    ['Futuro', MovingIn],
    ['Anterior', MovedOut],
    // Yardi, RealPage and Entrata: units and leases.
    ['Occupied-NTV', Current],
    ['Occupied-NTVL', Current],
    ['Occupied NTV Leased', Current],
    ['Occupied No Notice', Current],
    ['Occupied - On Notice', Current],
    ['Notice-Rented', Current],
    ['Notice Unrented', Current],
    ['Notice (12/31/2026)', Current],
    ['Current - Notice', Current],
    ['Current Lease', Current],
    ['Resident', Current],
    ['Moving Out', Current],
    ['Holdover', Current],
    ['Holding Over', Current],
    ['NTV - Pre-Leased', Current],
    ['Eviction Filed', Current],
    ['Pending Renewal', Current],
    ['Mietverhältnis gekündigt', Current],
    ['En vigor', Current],
    ['Skip/Evict', undefined],
    ['MTM', Current],
    ['Month to Month', Current],
    ['Eviction', Current],
    ['Under Eviction', Current],
    ['Owner Occupied', Current],
    ['Renewal', Current],
    ['Future Lease', MovingIn],
    ['Pending Move-In', MovingIn],
    ['Past Tenant', MovedOut],
    ['Skip', MovedOut],
    ['Skipped', MovedOut],
    ['Move-Out Complete', MovedOut],
    ['Inactive', MovedOut],
    // German and Spanish.
    ['aktueller Mieter', Current],
    ['Mieter aktuell', Current],
    ['Gekündigt zum 31.12.2026', Current],
    ['in Kündigung', Current],
    ['Räumungsklage', Current],
    ['Einzug geplant', MovingIn],
    ['künftiger Mieter', MovingIn],
    ['verzogen', MovedOut],
    ['Frühere Mieterin', MovedOut],
    ['Auszug', undefined],
    ['Inquilino actual', Current],
    ['Con preaviso', Current],
    ['En desahucio', Current],
    ['Alquilado', Current],
    ['Entrada prevista', MovingIn],
    ['Ex-inquilino', MovedOut],
    ['Desahuciado', MovedOut],
    ['Future from 01/01/2027', MovingIn],
    ['Current since 2020', Current],
    ['wohnt hier seit 01.01.2020', Current],
    ['Moved out 12/31/2025', MovedOut],
    // What may still come.
    ...['Move out', 'Move-Out', 'Move out 12/31/2027', 'MoveOut', 'Moving', 'Auszug 31.12.2027'].map(asked),
    ...['vermietet ab 01.01.2027', 'Rented from 01/01/2027', 'Leased starting 1/1/2027', 'alquilado desde 01.01.2027'].map(asked),
    ...['alquilado a partir de 01.01.2027', 'belegt ab Januar', 'Occupied from 2027'].map(asked),
    // The end of a lease, applications, and what contradicts itself or is denied, is asked about.
    ...['Expired', 'Lease Expired', 'Terminated', 'Ended', 'Canceled', 'Cancelled', 'Closed'].map(asked),
    ...['Applicant', 'Denied', 'Waitlist', 'Approved', 'Pending', 'Prospect', 'Guest', 'Lead'].map(asked),
    ...['Future Applicant', 'Former Applicant', 'Past Due', 'Not Occupied', 'No Longer Resident'].map(asked),
    ...['Future Notice', 'Vacant-Leased', 'Notice Cancelled', 'Transferred', 'Deceased'].map(asked),
    ...['abgelaufen', 'beendet', 'storniert', 'Bewerber', 'Interessent', 'nicht bewohnt'].map(asked),
    ...['vencido', 'finalizado', 'rescindido', 'cancelado', 'solicitante', 'no ocupado'].map(asked),
  ])('%s of a property system is %s', (word, status) => {
    expect(occupancyOf(word)).toBe(status)
  })
})
