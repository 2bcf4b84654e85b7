import type { QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { workingOrganisation } from '#platform/portal/session/access.ts'
import { createStore } from '#platform/portal/ui/store.ts'

/** Whether another organisation has been selected and its viewer is not known yet: no screen is shown meanwhile. */
export const isSwitching = createStore(false)

/**
 * Selects an organisation. What is on the screen is taken down first: it would read its records again, which are of the organisation
 * before, in the new one.
 */
export async function switchOrganisation(client: QueryClient, id: string): Promise<void> {
  flushSync(() => isSwitching.write(true))
  workingOrganisation.write(id)
  client.removeQueries({ type: 'inactive' })
  await client.resetQueries()
  isSwitching.write(false)
}
