import { expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { placeOf, recentRecords, rememberRecord } from './recent-records.ts'

const viewer = () => ({ userId: newId(), organisation: { id: newId() } })
const record = (path: string, title = 'Anna Berg') => ({ path, title, hint: '' })
const titles = (who: ReturnType<typeof viewer>) => recentRecords(who).map(({ title }) => title)

test('recent records are the latest eight, each once, also after other screens of the same record', () => {
  const who = viewer()
  const ids = Array.from({ length: 10 }, newId)
  for (const [n, id] of ids.entries()) rememberRecord(who, record(`/resident/${id}/edit`, `${n}`))
  rememberRecord(who, record(`/resident/${ids[5]}/detail?tab=history`, '5 again'))
  expect(titles(who)).toEqual(['5 again', '9', '8', '7', '6', '4', '3', '2'])
})

test('recent records contain no lists and forms of new records', () => {
  const who = viewer()
  for (const path of ['/resident/list?page=2', '/resident/create']) rememberRecord(who, record(path))
  expect(titles(who)).toEqual([])
})

test('recent records are those of one user in one organisation', () => {
  const who = viewer()
  rememberRecord(who, record(`/courier/${newId()}/edit`))
  expect(titles(who)).toHaveLength(1)
  expect(titles({ ...who, userId: newId() })).toEqual([])
  expect(titles({ ...who, organisation: { id: newId() } })).toEqual([])
})

test('two doors of a bank are two places, two screens of a record one', () => {
  const id = newId()
  expect(placeOf(`/dashboard/lockerbank/${id}?locker=L1`)).not.toBe(placeOf(`/dashboard/lockerbank/${id}?locker=L2`))
  expect(placeOf(`/agent/${id}/edit?tab=history`)).toBe(placeOf(`/agent/${id.toUpperCase()}/edit`))
  expect(placeOf(`/search?package=${id}`)).toBe(id)
})
