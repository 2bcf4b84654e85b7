import { examplesOf } from '#apps/server/testing/example.ts'
import { imports } from '../contract.ts'

export const importsExamples = examplesOf(imports, {
  upload: ({ organisationId }) => ({ params: { organisationId } }),
  get: ({ importId }) => ({ params: { importId } }),
  changes: ({ importId }) => ({ params: { importId } }),
  getOf: ({ importId, organisationId }) => ({ params: { importId, organisationId } }),
  page: () => ({
    input: { PageIndex: 1, PageSize: 5, SortColumn: 'LastImportDate', SortDirectionText: 'desc', SearchText: 'csv', After: null },
  }),
  lines: ({ importId }) => ({
    input: {
      Id: importId,
      Verdict: 'Unchanged',
      PageIndex: 1,
      PageSize: 5,
      SortColumn: 'Line',
      SortDirectionText: 'asc',
      After: null,
    },
  }),
  save: ({ importId }) => ({
    input: {
      Id: importId,
      Apply: false,
      IsFullList: true,
      ConfirmMoveOut: false,
      Columns: [{ Heading: 'Unit', Column: 'UnitNumber' }],
    },
  }),
  remove: ({ importId }) => ({ input: [importId] }),
})
