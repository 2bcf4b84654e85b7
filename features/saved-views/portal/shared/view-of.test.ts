import { expect, test } from 'vitest'
import type { View } from '../../contract.ts'
import { viewOf, wireOf } from './view-of.ts'

test('a view is the same on the wire after it was opened and saved', () => {
  const view: View = {
    ...{ Id: 'a', List: 'couriers', Name: 'Mine', IsDefault: true, Sort: '-Name', PageSize: 50 },
    Filters: [{ Name: 'registrationStatusTypeId', Value: '*' }],
    Columns: {
      Shown: [{ Id: 'Description', IsShown: false }],
      Order: ['SortOrder', 'Name'],
      Widths: [{ Id: '/lockerbank/{lockerBankId}/layout', Width: 120 }],
    },
  }
  const { Filters, Columns, Sort, PageSize } = view
  expect(wireOf(viewOf(view))).toEqual({ Filters, Columns, Sort, PageSize })
})
