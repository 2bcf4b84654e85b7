import { useThrottledCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { dashboards } from '#features/dashboards/contract.ts'
import { LIVE_PAUSE_MS, useLive } from '#features/dashboards/portal/use-live.ts'
import type { OutputOf } from '#platform/operation.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { changesBetween, isUnchanged } from '../../../changes.ts'
import { lockerDraftOf, type lockersOf, type SavedDesign, savedDesignOf } from '../../../design.ts'
import { t } from '../../../messages.ts'
import type { CabinetLocker } from '../../shared/cabinet-locker.ts'
import { type Designer, isDirty } from '../editing/designer.ts'
import { readVersion } from './version.ts'

/** Saved doors by their ids, with state, device and what lies behind them. */
export type Doors = ReadonlyMap<string, CabinetLocker>

/**
 * What stands behind the doors, as it happens: a package that comes while somebody designs keeps its locker. Tells the
 * designer too when somebody else has saved the layout meanwhile.
 */
export function useStanding(designer: Designer, lockerBankId: string): Doors {
  const enabled = useMay('ViewLockerBankDashboard')
  const standing = useCall(dashboards.layout, { params: { lockerBankId } }, { enabled })
  const refresh = useRefresh()
  const askAgain = useThrottledCallback(() => refresh([dashboards.layout]), LIVE_PAUSE_MS)
  useLive((news) => {
    if (news === 'missed' || news.LockerBankId === lockerBankId) askAgain()
  })

  const hear = useEffectEvent(async (now: SavedDesign) => {
    designer.stands(now)
    const { saved, etag, theirs } = designer.store.read()
    if (isUnchanged(changesBetween(saved, now)) || theirs) return
    // What was asked before our own save comes in after it: only the version tells.
    const version = await readVersion(lockerBankId).catch(() => null)
    const state = designer.store.read()
    if (!version || version.etag === state.etag || etag !== state.etag) return
    if (isDirty(state.saved, state.history.present)) return designer.meets(version)
    designer.takeTheirs(version)
    toast.info(t('SavedElsewhereTaken').text)
  })
  useEffect(() => {
    if (standing.data) void hear(standingOf(standing.data))
  }, [standing.data])
  return useMemo(
    () =>
      new Map(
        standing.data?.flatMap((column) => column.LockerCollection.map((locker): [string, CabinetLocker] => [locker.Id, locker])),
      ),
    [standing.data],
  )
}

/** A locker that is dirty or set aside says nothing of its packages; they are counted themselves. */
function standingOf(columns: OutputOf<typeof dashboards.layout>): SavedDesign {
  const packages = new Map(columns.flatMap((column) => column.LockerCollection.map(({ Id, Packages }) => [Id, Packages.length])))
  return savedDesignOf(columns).map((column) => ({
    ...column,
    lockers: column.lockers.map((locker) => ({ ...locker, livePackages: packages.get(locker.id) ?? 0 })),
  }))
}

/** A designed door as it is drawn: what is known of it, or a new one with nothing behind it. */
export function drawn(locker: ReturnType<typeof lockersOf>[number], doors: Doors): CabinetLocker {
  const known = doors.get(locker.id)
  return {
    ...lockerDraftOf(locker),
    LockerState: known?.LockerState ?? 'Available',
    IsDeviceAssociated: known?.IsDeviceAssociated ?? false,
    Packages: known?.Packages ?? [],
  }
}
