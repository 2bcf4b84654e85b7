import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ReportSource } from './client/service-client.ts'
import { type Controller, createController } from './controller.ts'
import { enablement } from './state/state.ts'
import { parameter, RESIDENT, recordedService, refusal, settled, TENANTS } from './testing/recorded-service.ts'

let service: ReturnType<typeof recordedService>
let viewer: Controller
beforeEach(() => {
  vi.useFakeTimers()
  service = recordedService()
  viewer = createController({ serviceClient: service.client })
})
afterEach(() => {
  void viewer.dispose()
  vi.useRealTimers()
})
const GENERAL = 'Missing or invalid parameter value. Please input valid data for all parameters.'
const opened = (source: ReportSource = TENANTS) => settled(viewer.open(source))
/** A call whose reply comes when it is given. */
function held<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  return { promise, resolve, reject }
}

describe('parameters', () => {
  const dated = [parameter('PropertyIds', { childParameters: ['BuildingIds'] }), parameter('BuildingIds'), from()]
  function from() {
    return parameter('From', { type: 'DateTime', multivalue: false, allowNull: false, value: '2026-01-01' })
  }
  beforeEach(() => void service.getParameters.mockResolvedValue(dated))

  test('an invalid one has its message and keeps the report from loading', async () => {
    await opened()
    viewer.setParameter('From', 'soon')
    expect(viewer.read().parameterErrors).toEqual({ From: 'Please input a valid date.' })
    await viewer.preview()
    expect(viewer.read()).toMatchObject({
      error: 'Missing or invalid parameter value. Please input valid data for all parameters.',
      parametersAreaVisible: true,
    })
    expect(service.createInstance).toHaveBeenCalledTimes(1)
    viewer.setParameter('From', '2026-02-03')
    expect(viewer.read()).toMatchObject({ error: null, parameterErrors: {} })
  })

  test('applied ones load the report as another record; empty ones have their default', async () => {
    await opened()
    viewer.setParameter('From', '2026-02-03')
    viewer.setParameter('BuildingIds', [])
    await settled(viewer.preview())
    expect(viewer.read()).toMatchObject({ reportSource: { parameterValues: { From: '2026-02-03' } }, edits: {} })
    expect(viewer.read().history.records.length).toBe(2)
  })

  test('one that others depend on reads their values again, 1 s after the last change', async () => {
    await opened()
    viewer.setParameter('PropertyIds', ['a'])
    await vi.advanceTimersByTimeAsync(900)
    viewer.setParameter('PropertyIds', ['a', 'b'])
    await vi.advanceTimersByTimeAsync(999)
    expect(service.getParameters).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(service.getParameters).toHaveBeenCalledTimes(2)
    const [, source] = service.getParameters.mock.lastCall as unknown as [string, ReportSource]
    expect(source.parameterValues).toEqual({ PropertyIds: ['a', 'b'] })
  })

  test('one without values shows the parameters instead of a report', async () => {
    service.getParameters.mockResolvedValue([parameter('Name', { multivalue: false, allowNull: false, value: '' })])
    await opened()
    expect(viewer.read()).toMatchObject({ phase: 'failed', parametersAreaVisible: true })
    expect(viewer.read().parameterErrors).toEqual({ Name: 'Parameter value cannot be empty.' })
    expect(service.createInstance).not.toHaveBeenCalled()
  })

  test('values that the service refuses have the same message, with its exception, and mark the parameter that it names', async () => {
    service.createInstance.mockRejectedValueOnce(refusal('Bad', 'InvalidParameterException', 404))
    await opened()
    expect(viewer.read()).toMatchObject({ error: GENERAL, parameterErrors: {} })
    const body = { Field: 'PropertyIds', ExceptionMessage: 'Properties: Gone.' }
    service.createInstance.mockRejectedValueOnce(refusal('Bad', 'InvalidParameterException', 404, body))
    await settled(viewer.refresh())
    expect(viewer.read()).toMatchObject({
      error: `${GENERAL} Properties: Gone.`,
      parameterErrors: { PropertyIds: 'Properties: Gone.' },
      parametersAreaVisible: true,
    })
  })

  describe('of a period', () => {
    const period = (From: string, To: string, error: string | null = null) => [
      parameter('From', { type: 'DateTime', multivalue: false, allowNull: false, value: From, Error: error }),
      parameter('To', { type: 'DateTime', multivalue: false, allowNull: false, value: To }),
    ]
    const REFUSED = { report: 'Transaction', parameterValues: { From: '2006-11-25', To: '2026-11-01' } }

    test('of a link that is refused are shown as they were given, with the reason, and can be corrected', async () => {
      service.getParameters.mockResolvedValueOnce(period('2006-11-25', '2026-11-01', 'A period has at most 9 days.'))
      await opened(REFUSED)
      expect(viewer.read()).toMatchObject({
        phase: 'failed',
        error: GENERAL,
        parametersAreaVisible: true,
        parameterErrors: { From: expect.stringMatching(/^A period has at most /) },
      })
      expect(enablement(viewer.read()).parameters).toBe(true)
      expect(viewer.read().parameters.map(({ value }) => value)).toEqual(['2006-11-25', '2026-11-01'])
      // The service's reason was about both days.
      viewer.setParameter('To', '2006-11-28')
      expect(viewer.read()).toMatchObject({ parameterErrors: {}, error: null })
      service.getParameters.mockResolvedValueOnce(period('2006-11-25', '2006-11-28'))
      await settled(viewer.preview())
      expect(viewer.read()).toMatchObject({ phase: 'ready', error: null })
    })

    test('stay as they were typed while they are read, when that fails, and when they are changed meanwhile', async () => {
      service.getParameters.mockResolvedValue(period('2026-11-01', '2026-11-20'))
      await opened({ report: 'Transaction', parameterValues: {} })
      viewer.setParameter('From', '2026-11-10')
      service.getParameters.mockRejectedValueOnce(refusal('Unreachable', '', 503))
      await settled(viewer.preview())
      expect(viewer.read()).toMatchObject({ phase: 'failed', edits: { From: '2026-11-10' } })
      const { promise, resolve } = Promise.withResolvers<ReturnType<typeof period>>()
      service.getParameters.mockReturnValueOnce(promise)
      const previewed = viewer.preview()
      expect(viewer.read().edits).toEqual({ From: '2026-11-10' })
      viewer.setParameter('To', '2026-11-15')
      resolve(period('2026-11-10', '2026-11-20'))
      await settled(previewed)
      expect(viewer.read()).toMatchObject({ phase: 'ready', edits: { To: '2026-11-15' } })
    })
  })
})

describe('parameters that change while others are read', () => {
  const ofProperties = (value: string[], buildings: string[]) => [
    parameter('PropertyIds', { childParameters: ['BuildingIds'], value }),
    parameter('BuildingIds', { value: buildings }),
    parameter('From', { type: 'DateTime', multivalue: false, value: '2026-01-01' }),
    parameter('To', { type: 'DateTime', multivalue: false, value: '2026-01-31' }),
  ]
  beforeEach(async () => {
    service.getParameters.mockResolvedValue(ofProperties([], []))
    await opened()
    service.getParameters.mockClear()
  })
  const sent = (call: number) =>
    (service.getParameters.mock.calls as unknown as [string, typeof TENANTS][])[call]![1].parameterValues

  test('a change of another one, and an invalid value, do not stop the cascade', async () => {
    viewer.setParameter('PropertyIds', ['a'])
    viewer.setParameter('BuildingIds', ['b'])
    viewer.setParameter('From', 'soon')
    await vi.advanceTimersByTimeAsync(1000)
    expect(service.getParameters).toHaveBeenCalledTimes(1)
    // The service would refuse the invalid value.
    expect(sent(0)).toEqual({ PropertyIds: ['a'], BuildingIds: ['b'] })
    expect(viewer.read().edits.From).toBe('soon')
    expect(viewer.read().parameterErrors).toEqual({ From: 'Please input a valid date.' })
  })

  test('the reply leaves alone what was edited during the call', async () => {
    const reply = held<ReturnType<typeof ofProperties>>()
    service.getParameters.mockReturnValueOnce(reply.promise)
    viewer.setParameter('PropertyIds', ['a'])
    viewer.setParameter('BuildingIds', ['old', 'other'])
    await vi.advanceTimersByTimeAsync(1000)
    viewer.setParameter('From', '2026-01-05')
    reply.resolve(ofProperties(['a'], ['old']))
    await vi.advanceTimersByTimeAsync(0)
    expect(viewer.read().edits).toEqual({ PropertyIds: ['a'], BuildingIds: ['old'], From: '2026-01-05' })
  })

  test('of two cascades only the later one counts, whichever is answered first', async () => {
    const first = held<ReturnType<typeof ofProperties>>()
    service.getParameters.mockReturnValueOnce(first.promise)
    viewer.setParameter('PropertyIds', ['a'])
    await vi.advanceTimersByTimeAsync(1000)
    service.getParameters.mockResolvedValueOnce(ofProperties(['a', 'b'], []))
    viewer.setParameter('PropertyIds', ['a', 'b'])
    await vi.advanceTimersByTimeAsync(1000)
    first.resolve(ofProperties(['a'], []))
    await vi.advanceTimersByTimeAsync(0)
    expect(viewer.read().parameters[0]!.value).toEqual(['a', 'b'])
    expect(viewer.read().edits.PropertyIds).toEqual(['a', 'b'])
  })

  test('a period that ends before it begins is refused', async () => {
    viewer.setParameter('To', '2025-12-31')
    expect(viewer.read().parameterErrors).toEqual({ From: 'The first day is after the last one.' })
    await viewer.preview()
    expect(service.getParameters).not.toHaveBeenCalled()
    viewer.setParameter('From', '2025-12-01')
    expect(viewer.read().parameterErrors).toEqual({})
  })

  test('one with automatic refresh loads the report at once; one that others depend on, after their values', async () => {
    service.getParameters.mockResolvedValue([
      parameter('Unit', { multivalue: false, autoRefresh: true }),
      parameter('PropertyIds', { childParameters: ['BuildingIds'], autoRefresh: true }),
      parameter('BuildingIds'),
    ])
    await opened(RESIDENT)
    service.createInstance.mockClear()
    service.getParameters.mockClear()
    viewer.setParameter('Unit', '7')
    await vi.advanceTimersByTimeAsync(1)
    expect(viewer.read()).toMatchObject({ phase: 'ready', reportSource: { parameterValues: { Unit: '7' } } })
    expect(service.createInstance).toHaveBeenCalledTimes(1)
    viewer.setParameter('PropertyIds', ['a'])
    await vi.advanceTimersByTimeAsync(999)
    expect(service.createInstance).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(service.createInstance).toHaveBeenCalledTimes(2)
    expect(service.getParameters).toHaveBeenCalledTimes(3)
  })

  test('a list that does not offer all asks the service for typed words, and keeps what is chosen', async () => {
    const choices = (...names: string[]) => names.map((name) => ({ name, value: name.toLowerCase() }))
    const long = parameter('Resident', { multivalue: false, hasMoreValues: true, availableValues: choices('Ada', 'Bea') })
    service.getParameters.mockResolvedValue([long])
    await opened(RESIDENT)
    viewer.setParameter('Resident', 'bea')
    service.getParameters.mockClear()
    service.getParameters.mockResolvedValue([{ ...long, hasMoreValues: false, availableValues: choices('Zoe') }])
    viewer.searchValues('Resident', 'z')
    viewer.searchValues('Resident', 'zo')
    await vi.advanceTimersByTimeAsync(300)
    expect(service.getParameters).toHaveBeenCalledTimes(1)
    expect((service.getParameters.mock.lastCall as unknown[])[3]).toEqual({ id: 'Resident', text: 'zo' })
    expect(viewer.read().parameters[0]).toMatchObject({ hasMoreValues: true, availableValues: choices('Zoe', 'Bea') })
    viewer.setParameter('Resident', 'zoe')
    expect(viewer.read().parameterErrors).toEqual({})
  })

  test('a failed search says so at its list only, until the next search', async () => {
    service.getParameters.mockResolvedValue([parameter('Resident', { multivalue: false, hasMoreValues: true })])
    await opened(RESIDENT)
    service.getParameters.mockRejectedValueOnce(new Error('Unreachable'))
    viewer.searchValues('Resident', 'z')
    await vi.advanceTimersByTimeAsync(300)
    expect(viewer.read()).toMatchObject({
      phase: 'ready',
      failedSearch: { id: 'Resident', reason: expect.stringContaining('Unreachable') },
    })
    viewer.searchValues('Resident', 'z')
    expect(viewer.read().failedSearch).toBeNull()
    await vi.advanceTimersByTimeAsync(300)
    expect(viewer.read().failedSearch).toBeNull()
  })
})
