import { examplesOf, none } from '#apps/server/testing/example.ts'
import { openings } from '../contract.ts'

export const openingsExamples = examplesOf(openings, {
  limits: none,
  setLimits: () => ({
    input: { PersonPerMinute: 10, PersonPerHour: 40, OrganisationPerMinute: 60, OrganisationPerHour: 400 },
  }),
  brake: none,
  setBrake: () => ({ input: { IsStopped: false } }),
})
