import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Choice } from '#platform/wire.ts'

const CourierChoice = Choice.extend({ SortOrder: z.int(), IsDryCleaning: z.boolean() })

export const couriers = {
  all: operation('GET', '/courier/getallcouriers', {
    // The screens of couriers, of agents and their registrations (a filter and a column), and of packages (a column).
    permission: [
      'ViewCourier',
      'ViewAgent',
      'AddAgent',
      'EditAgent',
      'ViewAgentRegistration',
      'EditAgentRegistration',
      'ViewPackage',
      'AddPackage',
      'EditPackage',
    ],
    summary: 'Every courier, by name',
    output: z.array(CourierChoice),
  }),
  assignable: operation('GET', '/courier/getalluserassignablecouriers', {
    // The forms in which a courier is chosen: agents, their registrations, packages.
    permission: ['AddAgent', 'EditAgent', 'EditAgentRegistration', 'AddPackage', 'EditPackage'],
    summary: 'The couriers that are offered for choice, by sort order; one with sort order zero is not offered',
    output: z.array(CourierChoice),
  }),
}
