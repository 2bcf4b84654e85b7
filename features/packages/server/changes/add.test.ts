import { describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { changeFixtures, refusalOf } from '../testing/change-fixtures.ts'
import { counterDifferences, NO_DIFFERENCES, packageRows } from '../testing/stored-counters.ts'

const { state, nextLocker } = changeFixtures()

describe('an added package', () => {
  test('is in its locker with a package number, an expiry in weekdays, a label and a first history row', async () => {
    const locker = nextLocker()
    const at = new Date('2026-03-06T15:00:00Z')
    const id = await state.fixtures.add(state.fixtures.people[0]!, { ...state.fixtures.intoLocker(locker), at })
    const row = await state.fixtures.packageRow(id)
    expect(row).toMatchObject({
      status_id: 1,
      status_group: 1,
      locker_id: state.fixtures.cabinet.lockers[locker],
      locker_bank_id: state.fixtures.cabinet.lockerBankId,
      mailroom_id: null,
      agent_id: state.fixtures.agents[6],
      drop_off_time: at.toISOString(),
      // Friday and three weekdays, the property's default.
      expiry_time: '2026-03-11T23:59:59.999Z',
      package_number: expect.stringMatching(/^[2-9B-DF-HJ-NP-TV-Z]{6}$/),
    })
    expect(await state.fixtures.historyOf(id)).toMatchObject([
      {
        status_id: 1,
        locker_id: state.fixtures.cabinet.lockers[locker],
        user_id: state.fixtures.agents[6],
        user_name: 'Agent 6',
        at: at.toISOString(),
      },
    ])
    expect(state.fixtures.changes.at(-1)).toMatchObject({ lockerBankId: state.fixtures.cabinet.lockerBankId, topic: 'packages' })
  })

  test('expires by the settings of its property, with a separate one for mailrooms', async () => {
    const [property_id, organisation_id] = [state.fixtures.propertyId, state.fixtures.organisationId]
    const settings = [
      ['PackageExpiryPeriod', '1'],
      ['MailroomPackageExpiryPeriod', 'soon'],
    ].map(([name, value]) => ({ organisation_id, property_id, name: name!, value: value! }))
    await state.fixtures.asTenant((db) => db.insertInto('property_settings').values(settings).execute())
    const at = new Date('2026-03-06T15:00:00Z')
    const inLocker = await state.fixtures.add(state.fixtures.people[0]!, { ...state.fixtures.intoLocker(nextLocker()), at })
    expect(await state.fixtures.packageRow(inLocker)).toMatchObject({ expiry_time: '2026-03-09T23:59:59.999Z' })
    const inMailroom = await state.fixtures.add(state.fixtures.people[0]!, { at })
    // An invalid value counts as unset: ten weekdays.
    expect(await state.fixtures.packageRow(inMailroom)).toMatchObject({
      expiry_time: '2026-03-20T23:59:59.999Z',
      mailroom_id: state.fixtures.mailroomId,
    })
    await state.fixtures.asTenant((db) => db.deleteFrom('property_settings').execute())
  })

  test('is added once, however often it is repeated', async () => {
    const id = newId()
    const draft = { ...state.fixtures.intoLocker(nextLocker()), id }
    await state.fixtures.add(state.fixtures.people[0]!, draft)
    const before = await packageRows(state.superuser)
    await state.fixtures.add(state.fixtures.people[0]!, draft)
    expect(await packageRows(state.superuser)).toEqual(before)
  })

  test('is refused with a taken number, a foreign mailroom or a status that is no first one, and nothing is stored', async () => {
    const taken = (await state.fixtures.packageRow(await state.fixtures.add(state.fixtures.people[0]!))).package_number
    const before = await packageRows(state.superuser)
    expect(await refusalOf(state.fixtures.add(state.fixtures.people[0]!, { packageNumber: taken }))).toMatchObject({
      status: 409,
    })
    expect(
      await refusalOf(
        state.fixtures.add(state.fixtures.people[0]!, { details: { mailroomId: state.organisation.properties[1]!.mailroomId } }),
      ),
    ).toMatchObject({
      status: 422,
      text: 'This mailroom is not available for this package.',
    })
    expect(await refusalOf(state.fixtures.add(state.fixtures.people[0]!, { details: {} }))).toMatchObject({
      text: 'You must select a mail room',
    })
    expect(await refusalOf(state.fixtures.add(state.fixtures.people[0]!, { status: 'Lost' }))).toMatchObject({
      text: 'A new package cannot start as Lost here.',
    })
    expect(await packageRows(state.superuser)).toEqual(before)
  })

  test('is refused in a locker with another recipient’s package, also for concurrent ones', async () => {
    const locker = nextLocker()
    await state.fixtures.add(state.fixtures.people[0]!, state.fixtures.intoLocker(locker))
    await state.fixtures.add(state.fixtures.people[0]!, state.fixtures.intoLocker(locker))
    expect(await refusalOf(state.fixtures.add(state.fixtures.people[1]!, state.fixtures.intoLocker(locker)))).toEqual({
      status: 422,
      text: 'The locker holds a package of another recipient.',
    })
    const contested = nextLocker()
    const outcomes = await Promise.all(
      state.fixtures.people.map((person) => refusalOf(state.fixtures.add(person, state.fixtures.intoLocker(contested)))),
    )
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    expect(await counterDifferences(state.superuser)).toEqual(NO_DIFFERENCES)
  })
})
