import { expect } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { imports } from '../contract.ts'
import { linesOf } from './files.ts'
import type { ImportFixtures } from './import-fixtures.ts'

export type Row = { Line: number; Verdict: string; Resident: string; UnitNumber: string; Reason: string; Warnings: string[] }

/** What tests of rosters do in the organisation of `there`. */
export const rosterTools = (there: () => ImportFixtures) => {
  const rows = async (importId: string): Promise<Row[]> => linesOf(there().server, there().token, importId)
  return {
    rows,
    /** The line, the verdict, the name or reason, and the unit of each row. */
    brief: async (importId: string) =>
      (await rows(importId)).map(({ Line, Verdict, Resident, UnitNumber, Reason }) =>
        [Line, Verdict, Resident || Reason, UnitNumber].join(' | '),
      ),
    /** Saves an import and waits for its job. */
    save: async (input: object) => {
      const { server, token } = there()
      const { status, body } = await server.ask(imports.save, { token, input })
      expect([status, body.Message]).toEqual([200, expect.any(String)])
      await server.work()
    },
    /** Adds a resident of the first property. */
    addResident: (values: object) => {
      const { server, fixtures } = there()
      const { id, buildingId } = fixtures.properties[0]!
      const home = { organisation_id: fixtures.organisationId, property_id: id, building_id: buildingId, id: newId() }
      return inOrganisation(server, fixtures.organisationId, (db) =>
        db
          .insertInto('residents')
          .values({ ...home, unit_number: '', first_name: '', last_name: '', ...values })
          .execute(),
      )
    },
    /** Adds a building to the first property and returns its id. */
    addBuilding: async (name: string) => {
      const { server, fixtures } = there()
      const id = newId()
      const property_id = fixtures.properties[0]!.id
      await inOrganisation(server, fixtures.organisationId, (db) =>
        db.insertInto('buildings').values({ organisation_id: fixtures.organisationId, id, property_id, name }).execute(),
      )
      return id
    },
  }
}
