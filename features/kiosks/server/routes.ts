import type { Router } from '#platform/server/http/route.ts'
import { kiosks } from '../contract.ts'
import { currentConfig, publishedSettings } from './configs.ts'

/** The HTTP requests of kiosks; the caller is the locker bank itself. */
export function kiosksRoutes(route: Router): void {
  route(kiosks.configuration, async ({ db, caller, now, tenant }) => {
    const config = await currentConfig(db, caller.id)
    return {
      LockerBankId: caller.id,
      OrganisationId: tenant.organisationId,
      ServerTime: now.toISOString(),
      HeartbeatSeconds: (await publishedSettings(db, caller.id)).HeartbeatSeconds,
      Config: config,
    }
  })
}
