import { useThrottledCallback } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { dashboards } from '#features/dashboards/contract.ts'
import { changesBetween, isDirty, isUnchanged } from '#features/layout/changes.ts'
import { layouts } from '#features/layout/contract.ts'
import { type DesignLocker, lockerDraftOf, type SavedDesign, savedDesignOf } from '#features/layout/design.ts'
import { t } from '#features/layout/messages.ts'
import type { CabinetLocker } from '#features/layout/portal/shared/cabinet-locker.ts'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import type { OutputOf } from '#platform/operation.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import type { Designer } from '../editing/designer-store.ts'
import type { Version } from '../editing/reducer.ts'

/** Reads a locker bank's saved layout with the ETag that a save must send. */
export async function readVersion(lockerBankId: string, signal?: AbortSignal): Promise<Version> {
  let etag = ''
  const columns = await call(layouts.read, {
    params: { lockerBankId },
    signal,
    onHeaders: (headers) => {
      etag = headers.get('ETag') ?? ''
    },
  })
  return { saved: savedDesignOf(columns), etag }
}

/** Saved lockers by id, with state, device and packages. */
export type SavedLockers = ReadonlyMap<string, CabinetLocker>

/**
 * Follows the saved layout: the designer gets new packages and mapped devices as they come, so that their lockers cannot be
 * removed, and a version that another user saves. Without unsaved changes that version is taken over.
 */
export function useLiveLayout(designer: Designer, lockerBankId: string): SavedLockers {
  const enabled = useMay('ViewLockerBankDashboard')
  const layout = useCall(dashboards.layout, { params: { lockerBankId } }, { enabled })
  const refresh = useRefresh()
  const reload = useThrottledCallback(() => refresh([dashboards.layout]), LIVE_PAUSE_MS)
  useLive((news) => {
    if (news === 'missed' || news.LockerBankId === lockerBankId) reload()
  })

  const follow = useEffectEvent(async (current: SavedDesign) => {
    designer.dispatch({ type: 'useChanged', current })
    const { saved, etag, conflict } = designer.store.read()
    if (isUnchanged(changesBetween(saved, current)) || conflict) return
    // This reply may be older than a save of our own; only the ETag shows whether another user has saved.
    const version = await readVersion(lockerBankId).catch(() => null)
    const now = designer.store.read()
    if (!version || version.etag === now.etag || etag !== now.etag) return
    if (isDirty(now.saved, now.history.present)) return designer.dispatch({ type: 'conflict', version })
    designer.dispatch({ type: 'takeOther', version })
    toast.info(t('SavedElsewhereTaken').text)
  })
  useEffect(() => {
    if (layout.data) void follow(savedDesignWithPackages(layout.data))
  }, [layout.data])
  return useMemo(
    () => new Map(layout.data?.flatMap((column) => column.LockerCollection.map((locker) => [locker.Id, locker] as const))),
    [layout.data],
  )
}

/** The saved design with counted packages: the state of a dirty or flagged locker does not show whether it holds one. */
function savedDesignWithPackages(columns: OutputOf<typeof dashboards.layout>): SavedDesign {
  const packages = new Map(columns.flatMap((column) => column.LockerCollection.map(({ Id, Packages }) => [Id, Packages.length])))
  return savedDesignOf(columns).map((column) => ({
    ...column,
    lockers: column.lockers.map((locker) => ({ ...locker, livePackages: packages.get(locker.id) ?? 0 })),
  }))
}

/** A designed locker as the cabinet draws it; a new one is available, unmapped and empty. */
export function cabinetLockerOf(locker: DesignLocker, savedLockers: SavedLockers): CabinetLocker {
  const saved = savedLockers.get(locker.id)
  return {
    ...lockerDraftOf(locker),
    LockerState: saved?.LockerState ?? 'Available',
    IsDeviceAssociated: saved?.IsDeviceAssociated ?? false,
    Packages: saved?.Packages ?? [],
  }
}
