import type { Serve } from '#platform/server/serve.ts'
import { layouts } from '../contract.ts'
import { sizesOf } from '../model.ts'
import { lockerByName, readLayout } from './lockers.ts'

export function layoutRoutes(serve: Serve) {
  serve(layouts.read, async ({ db, params, reply }) => {
    const { version, columns } = await readLayout(db, params.lockerBankId)
    reply.header('etag', `"${version}"`)
    return columns
  })
  serve(layouts.locker, ({ db, params, query }) =>
    lockerByName(db, params.lockerBankId, params.name, {
      withPackages: query.IncludePackageInfo,
      withDevice: query.IncludeDeviceInfo,
    }),
  )
  serve(layouts.lockerTypes, () =>
    LOCKER_TYPES.map(({ Id, Name }) => ({
      Id,
      Name,
      Sizes: sizesOf(Id).map(({ value, label }) => ({ Value: value, Label: label })),
    })),
  )
}

const LOCKER_TYPES = [
  { Id: 'locker', Name: 'Locker' },
  { Id: 'terminal', Name: 'Terminal' },
] as const
