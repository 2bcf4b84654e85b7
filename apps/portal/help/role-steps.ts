import { useEffect } from 'react'
import type { PortalRole } from '#platform/permissions.ts'
import { localStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'

/** The first steps, as the browser stores which are done. */
export type StepName =
  | 'StepProperty'
  | 'StepBuilding'
  | 'StepCourier'
  | 'StepResidents'
  | 'StepLockerBank'
  | 'StepPackage'
  | 'StepUsers'
  | 'StepHandOver'
  | 'StepOpenDetail'
  | 'StepReview'
  | 'StepAgeing'
  | 'StepReport'
  | 'StepAudit'

const PACKAGE = { text: 'StepPackage', to: '/package/new' } as const
const DOOR = { text: 'StepOpenDetail', to: '/dashboard/main' } as const
const REPORT = { text: 'StepReport', to: '/rpttransaction' } as const
const LATE = { text: 'StepAgeing', to: '/package/ageing' } as const
/** What each role does first, in an organisation that is set up. */
const OF_ROLE: Readonly<Partial<Record<PortalRole, readonly { text: StepName; to: string }[]>>> = {
  mailroomstaff: [PACKAGE, { text: 'StepHandOver', to: '/package/handover' }, DOOR],
  leasingspecialist: [
    { text: 'StepResidents', to: '/resident/list' },
    { text: 'StepReview', to: '/resident/listregistrations' },
  ],
  propertymanager: [LATE, DOOR, REPORT],
  organisationmanager: [LATE, REPORT, { text: 'StepAudit', to: '/audit/list' }],
}

/** The first steps of a user's roles, in their order. */
export const stepsOf = (roles: readonly string[]) => roles.flatMap((role) => OF_ROLE[role as PortalRole] ?? [])

/** Instead of a step: the user has closed the first steps. */
export const CLOSED = 'closed'
const keyOf = (email: string) => `firstSteps.${email}`
/** The steps that a user has done in this browser. */
export const doneSteps = (email: string): readonly string[] => localStore.readJson<readonly string[]>(keyOf(email)) ?? []
export function addDoneStep(email: string, step: string): readonly string[] {
  const done = [...new Set([...doneSteps(email), step])]
  localStore.writeJson(keyOf(email), done)
  return done
}

/** Marks the step of the screen at `path` as done, however it was opened; not that of the home screen, which opens by itself. */
export function useVisitedSteps(path: string | undefined, home: string): void {
  const { email, roles } = useViewer()
  useEffect(() => {
    const visited = path === home ? undefined : stepsOf(roles).find(({ to }) => to === path)
    if (visited && !doneSteps(email).includes(CLOSED)) addDoneStep(email, visited.text)
  }, [path, home, email, roles])
}
