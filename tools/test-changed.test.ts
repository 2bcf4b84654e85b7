import { expect, test } from 'vitest'
import type { Row } from './coverage.ts'
import { specsFor } from './test-changed.ts'

const row = (file: string, spec: string): Row => ({ what: '', files: [file], tests: [{ file: spec, title: '' }], state: 'done' })
const ROWS = [
  row('couriers/portal/CourierList.tsx', 'e2e/couriers.spec.ts'),
  row('residents/portal/ResidentForm.tsx', 'e2e/residents.spec.ts'),
  row('platform/portal/grid/Grid.tsx', 'e2e/grid.spec.ts'),
  row('couriers/rules.ts', 'couriers/rules.test.ts'),
]

test('selects the browser specs that the coverage names for a changed feature, and changed specs', () => {
  expect(specsFor(['features/couriers/server/store.ts'], ROWS)).toEqual(['e2e/couriers.spec.ts'])
  expect(specsFor(['platform/portal/grid/table/Row.tsx', 'e2e/forms.spec.ts'], ROWS)).toEqual([
    'e2e/forms.spec.ts',
    'e2e/grid.spec.ts',
  ])
})

test('selects none for tests and documents, and all when the fixtures changed', () => {
  expect(specsFor(['features/couriers/server/couriers.test.ts', 'docs/glossary.md', 'e2e/gone.spec.ts'], ROWS)).toEqual([])
  expect(specsFor(['e2e/fixtures.ts', 'features/couriers/rules.ts'], ROWS)).toEqual(['e2e'])
})
