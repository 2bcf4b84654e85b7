import { describe, expect, test } from 'vitest'
import { info, page, parameter, RESIDENT, refusal, TENANTS } from '../testing/recorded-service.ts'
import {
  arrived,
  type Change,
  clientForgotten,
  documentBegun,
  failed,
  fileBegun,
  fileEnded,
  infoRead,
  left,
  loadBegun,
  loaded,
  pageTurned,
  panelToggled,
  parameterEdited,
  parametersCascaded,
  parametersRead,
  previewRefused,
  reduce,
  reportChosen,
  scaled,
  scaleModeToggled,
  statusOf,
  targeted,
  valuesFound,
} from './reducer.ts'
import { INITIAL, type ViewerState } from './state.ts'

const IDS = { clientId: 'c', instanceId: 'i', documentId: 'd' }
const changed = (state: Partial<ViewerState>, ...changes: Change[]) => changes.reduce(reduce, { ...INITIAL, ...state })
/** A report whose first page is shown. */
const READY = changed(
  { clientId: 'c' },
  loadBegun,
  reportChosen(TENANTS, 1),
  documentBegun(IDS, 1),
  infoRead(info(3)),
  loaded(IDS),
)

test('a change leaves the state before it alone, and what it does not name', () => {
  const before = Object.freeze({ ...READY })
  const next = reduce(before, pageTurned(2))
  expect(next).not.toBe(before)
  expect(before.pageNumber).toBe(1)
  expect({ ...next, pageNumber: 1, history: before.history }).toEqual(before)
  expect(reduce(before, { scale: 2 })).toEqual({ ...before, scale: 2 })
})

describe('a load', () => {
  test('begins without error and notice, and on a small screen without panels', () => {
    const shown = { error: 'Broken', notice: 'Blocked', searchVisible: true }
    expect(changed(shown, loadBegun)).toMatchObject({
      ...{ phase: 'loading', error: null, notice: '', searchVisible: true, status: 'Loading report...' },
    })
    expect(changed({ ...shown, isSmallScreen: true }, loadBegun).searchVisible).toBe(false)
  })

  test('of another report drops parameters, document and page; of the same report it keeps them', () => {
    const shown = { ...READY, page: page(1), parameters: [parameter('A')], edits: { A: 'x' } }
    expect(changed(shown, reportChosen(RESIDENT, 1))).toMatchObject({
      ...{ parameters: [], edits: {}, ids: null, page: null, pageCount: 0, documentMap: [] },
      ...{ reportSource: RESIDENT, history: { position: 1 } },
    })
    expect(changed(shown, reportChosen(TENANTS, 2))).toMatchObject({
      ...{ parameters: shown.parameters, edits: { A: 'x' }, ids: IDS, page: page(1), pageNumber: 2 },
      history: { position: 0 },
    })
  })

  test('keeps edits that were made after others were applied', () => {
    const edits = { A: 'applied', B: 'later' }
    expect(changed({ edits }, parametersRead([parameter('A')], { A: 'applied' }))).toMatchObject({ edits: { B: 'later' } })
  })

  test('has another document without pages, and keeps the text of the search', () => {
    const search = { text: 'Ada', found: [{ page: 1, index: 0, excerpt: 'Ada' }], position: 0, isSearching: false }
    expect(changed({ ...READY, search, target: { page: 2 } }, documentBegun({ ...IDS, documentId: 'other' }, 2))).toMatchObject({
      ...{ ids: { documentId: 'other' }, documentReady: false, pageCount: 0, pageNumber: 2, target: null, bookmarks: [] },
      search: { text: 'Ada', found: [], position: -1 },
    })
  })

  test.each([
    [info(0, false), 'Loading report...'],
    [info(2, false), '2 pages loaded so far ...'],
    [info(2, true), 'Loading report...'],
  ])('says how many pages there are until it is ready (%#)', (read, status) => {
    expect(changed({}, loadBegun, infoRead(read))).toMatchObject({ status, pageCount: read.pageCount })
  })

  test('ends with its document in the history', () => {
    expect(READY).toMatchObject({ phase: 'ready', status: 'Done. Total 3 pages loaded.' })
    expect(READY.history.records).toEqual([
      { reportSource: TENANTS, pageNumber: 1, viewMode: 'INTERACTIVE', ids: IDS, isTemporary: false },
    ])
    expect(changed({ ...READY, pageCount: 0, page: page(1) }, loaded(IDS))).toMatchObject({
      ...{ status: 'No page to display.', page: null },
    })
  })

  test('that is left has no record; its document is kept when it is ready', () => {
    const begun = changed({}, loadBegun, reportChosen(TENANTS, 1), documentBegun(IDS, 1))
    expect(changed(begun, left)).toMatchObject({ phase: 'empty', ids: null, page: null, status: '', history: { records: [] } })
    expect(changed(READY, loadBegun, left)).toMatchObject({ phase: 'empty', ids: IDS, pageCount: 3 })
  })
})

describe('a failure', () => {
  test('ends the load, and drops the record that was not loaded', () => {
    const state = changed(READY, loadBegun, reportChosen(RESIDENT, 1), failed(refusal('Broken')))
    expect(state).toMatchObject({ phase: 'failed', error: 'Broken', status: '' })
    expect(state.history.records.map(({ reportSource }) => reportSource)).toEqual([TENANTS])
  })

  test('leaves other work alone', () => {
    const state = changed(READY, fileBegun('isExporting'), failed(refusal('Broken'), {}))
    expect(state).toMatchObject({ phase: 'ready', isExporting: true, status: 'Preparing document to download. Please wait...' })
  })

  test('of a parameter shows the parameters, and why', () => {
    const error = refusal('Bad', 'InvalidParameterException', 404, { Field: 'A', ExceptionMessage: 'Gone.' })
    expect(changed({ parameterErrors: { B: 'Empty' } }, failed(error))).toMatchObject({
      ...{ parametersAreaVisible: true, parameterErrors: { A: 'Gone.', B: 'Empty' } },
    })
  })

  test('of an expired client forgets it and its documents', () => {
    const expired = refusal('Gone', 'InvalidClientException', 410)
    const state = changed(READY, failed(expired, { isPrinting: false }))
    expect(state).toMatchObject({ phase: 'expired', clientId: null, ids: null, isPrinting: false })
    expect(state.history.records[0]!.ids).toBeNull()
    expect(changed(READY, clientForgotten)).toMatchObject({ phase: 'ready', clientId: null, ids: null })
  })
})

test('a page that is turned to is that of its record', () => {
  const state = changed(READY, loadBegun, reportChosen(RESIDENT, 1), pageTurned(2))
  expect(state.history.records.map(({ pageNumber }) => pageNumber)).toEqual([1, 2])
})

test('a place is scrolled to once, even if it is the same again', () => {
  const [target, again] = [{ page: 2 }, { page: 2 }]
  expect(changed(READY, targeted(target), arrived(target)).target).toBeNull()
  expect(changed(READY, targeted(again), arrived(target)).target).toBe(again)
})

test('a file has its status until it ends; a load goes on', () => {
  const loading = changed(READY, loadBegun, fileBegun('isPrinting'))
  expect(loading).toMatchObject({ isPrinting: true, status: 'Preparing document to print. Please wait...' })
  expect(changed(loading, fileEnded('isPrinting'))).toMatchObject({ isPrinting: false, status: 'Loading report...' })
  expect(statusOf(READY)).toBe('')
})

describe('parameters', () => {
  const day = (id: string, value: string) => parameter(id, { type: 'DateTime', multivalue: false, value })
  const parameters = [day('From', '2026-01-01'), day('To', '2026-01-31'), parameter('A', { allowNull: false, value: 'a' })]
  const INVALID = 'Missing or invalid parameter value. Please input valid data for all parameters.'

  test('an edit shows the errors of its parameter and period, not those of others that were not touched', () => {
    const empty = [...parameters, day('Other', 'never')]
    expect(changed({ parameters: empty }, parameterEdited('From', '2026-02-01'))).toMatchObject({
      ...{ edits: { From: '2026-02-01' }, parameterErrors: { From: 'The first day is after the last one.' } },
    })
    expect(changed({ parameters: empty, parameterErrors: { Other: '?' } }, parameterEdited('A', 'b')).parameterErrors).toEqual({
      Other: 'Please input a valid date.',
    })
  })

  test('the general error goes with the last invalid value; another one stays', () => {
    const refused = changed({ parameters }, previewRefused({ A: 'Empty' }))
    expect(refused).toMatchObject({ error: INVALID, parametersAreaVisible: true })
    expect(changed(refused, parameterEdited('A', 'b'))).toMatchObject({ error: null, parameterErrors: {} })
    expect(changed({ parameters, error: 'Broken' }, parameterEdited('A', 'b')).error).toBe('Broken')
  })

  test('values that were read replace those that were sent, unless they were edited meanwhile', () => {
    const sent = { A: 'old', From: '2026-01-05' }
    const state = changed({ parameters, edits: { A: 'newer', From: '2026-01-05' } }, parametersCascaded(parameters, sent))
    expect(state.edits).toEqual({ A: 'newer', From: '2026-01-01' })
  })

  test('found values keep the chosen ones', () => {
    const choices = (...names: string[]) => names.map((name) => ({ name, value: name }))
    const list = parameter('A', { value: ['Bea'], availableValues: choices('Ada', 'Bea') })
    const state = changed({ parameters: [list, ...parameters] }, valuesFound('A', choices('Zoe')))
    expect(state.parameters[0]!.availableValues).toEqual(choices('Bea', 'Zoe'))
    expect(state.parameters[1]).toBe(parameters[0])
  })
})

test('a panel that opens closes the others on a small screen only', () => {
  const open = { searchVisible: true }
  expect(changed(open, panelToggled('thumbnailsVisible'))).toMatchObject({ searchVisible: true, thumbnailsVisible: true })
  const small = changed({ ...open, isSmallScreen: true }, panelToggled('thumbnailsVisible'))
  expect(small).toMatchObject({ searchVisible: false, thumbnailsVisible: true })
  expect(changed(small, panelToggled('thumbnailsVisible')).thumbnailsVisible).toBe(false)
})

test('scale modes follow each other; a scale is kept within its limits', () => {
  expect(changed({ scale: 3 }, scaleModeToggled)).toMatchObject({ scaleMode: 'FIT_PAGE_WIDTH', scale: 3 })
  expect(changed({ scale: 3 }, scaleModeToggled, scaleModeToggled)).toMatchObject({ scaleMode: 'SPECIFIC', scale: 1 })
  expect(changed({}, scaled(100))).toMatchObject({ scaleMode: 'SPECIFIC', scale: 8 })
})
