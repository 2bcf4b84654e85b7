import { useRef, useState } from 'react'
import { t as tOpenings } from '#features/kiosks/opening-messages.ts'
import { layouts } from '#features/layout/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { useBrake } from '#features/openings/portal/shared/use-brake.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { type Device, devices } from '../contract.ts'
import { t } from '../messages.ts'
import { type MappableLocker, whyNotMap, whyNotUnmap } from '../rules.ts'

/** The cabinet's action for this screen; there is one at a time (spec 1 §5). */
export type Action =
  | { readonly kind: 'discovering' }
  | { readonly kind: 'opening'; readonly serialNumber: string }
  | { readonly kind: 'mapping'; readonly serialNumber: string; readonly name: string }
  | { readonly kind: 'unmapping'; readonly name: string }
/** A door of the cabinet with the fields that the mapping rules read. */
export type MappableDoor = MappableLocker & { readonly id: string; readonly isOccupied: boolean }
/** The device to map with a click on a door; `isOpened` when this screen has just opened its door. */
export type Selected = { readonly serialNumber: string; readonly isOpened: boolean }

const NO_DEVICES: readonly Device[] = []

/** The devices and lockers of a bank with the actions on them (spec 1 §2, §4, §5). */
export function useMapping(lockerBankId: string) {
  const list = useCall(devices.list, { params: { lockerBankId, rediscover: 'false' } })
  const layout = useCall(layouts.read, { params: { lockerBankId } })
  const isStopped = useBrake().data?.IsStopped ?? false
  const refresh = useRefresh()
  const [action, setAction] = useState<Action | null>(null)
  const isBusy = useRef(false)
  const [selected, setSelected] = useState<Selected | null>(null)

  const all = list.data?.Devices ?? NO_DEVICES
  const serials = new Map(all.flatMap(({ SerialNumber, LockerNumber }) => (LockerNumber ? [[LockerNumber, SerialNumber]] : [])))
  const doors: readonly MappableDoor[] = (layout.data ?? []).flatMap(({ LockerCollection }) =>
    LockerCollection.map((locker) => ({
      id: locker.Id,
      name: locker.LockerName,
      lockerType: locker.LockerType,
      lockerMode: locker.LockerMode,
      serialNumber: serials.get(locker.LockerName) ?? null,
      isOccupied: locker.LockerState === 'Occupied',
    })),
  )
  const reload = () => refresh([devices.list, layouts.read, lockerBanks.canPublish])

  /** Runs an action; null when another is in progress, or when it failed, which is reported with `title`. */
  async function act<T>(next: Action, title: string, work: () => Promise<T>): Promise<T | null> {
    if (isBusy.current) {
      toast.warning(t('MsgMapActionInProgress').text)
      return null
    }
    isBusy.current = true
    setAction(next)
    try {
      return await work()
    } catch (error) {
      toast.failure(error, title)
      return null
    } finally {
      await reload()
      isBusy.current = false
      setAction(null)
    }
  }

  const rediscover = () =>
    act({ kind: 'discovering' }, t('MsgMapDevicesFailed').text, () =>
      call(devices.list, { params: { lockerBankId, rediscover: 'true' } }),
    )

  /** Opens a device's door and selects the device; returns whether the open door was detected. */
  async function open(serialNumber: string): Promise<boolean> {
    if (isStopped) {
      toast.error(tOpenings('MsgOpeningStopped').text)
      return false
    }
    const door = doors.find((one) => one.serialNumber === serialNumber)
    if (door?.isOccupied && !isBusy.current && !(await mayOpenInUse(door))) return false
    const params = { lockerBankId, device: serialNumber }
    const title = t('MsgMapOpenFailed', { serialNumber }).text
    const reply = await act({ kind: 'opening', serialNumber }, title, () =>
      call(devices.open, { params, idempotencyKey: crypto.randomUUID() }),
    )
    if (reply && !reply.IsOpen) toast.error(reply.Message)
    if (reply?.IsOpen) setSelected({ serialNumber, isOpened: true })
    return reply?.IsOpen ?? false
  }

  /** Maps a device to a locker; returns whether that succeeded. */
  async function map(serialNumber: string | null, door: MappableDoor): Promise<boolean> {
    const device = all.find(({ SerialNumber }) => SerialNumber === serialNumber)
    const whyNot = whyNotMap(device ? { serialNumber: device.SerialNumber, lockerName: device.LockerNumber } : null, door)
    if (whyNot || serialNumber === null) {
      toast.error((whyNot ?? t('MsgMapNoDeviceSelected')).text)
      return false
    }
    const params = { lockerBankId, locker: door.id, device: serialNumber }
    const reply = await act({ kind: 'mapping', serialNumber, name: door.name }, t('MsgMapUnknownError').text, () =>
      call(devices.map, { params, idempotencyKey: crypto.randomUUID() }),
    )
    if (!reply) return false
    showReply(reply)
    if (reply.IsSuccess) setSelected(null)
    return reply.IsSuccess
  }

  /** Removes a mapping, after a confirmation when the locker is in use. Its device is selected, so that one click maps it again. */
  async function unmap(door: MappableDoor, IsInUseConfirmed = false): Promise<void> {
    const whyNot = whyNotUnmap(door)
    if (whyNot) return void toast.error(whyNot.text)
    const params = { lockerBankId, locker: door.id }
    const reply = await act({ kind: 'unmapping', name: door.name }, t('MsgMapUnmapFailed', { name: door.name }).text, () =>
      call(devices.unmap, { params, input: { IsInUseConfirmed }, idempotencyKey: crypto.randomUUID() }),
    )
    if (!reply) return
    if (reply.NeedsConfirmation) {
      const title = t('AskUnmap', { name: door.name }).text
      if (await confirm({ title, text: reply.Message, yes: t('WordRemove').text, danger: true })) await unmap(door, true)
      return
    }
    showReply(reply)
    if (reply.IsSuccess && door.serialNumber !== null) setSelected({ serialNumber: door.serialNumber, isOpened: false })
  }

  return { list, layout, all, doors, isStopped, action, selected, select: setSelected, reload, rediscover, open, map, unmap }
}
export type Mapping = ReturnType<typeof useMapping>

const mayOpenInUse = ({ name }: MappableDoor) =>
  confirm({ title: t('AskOpenInUse', { name }).text, text: t('TextOpenInUse').text, yes: t('WordOpen').text })

const showReply = ({ IsSuccess, Message }: { IsSuccess: boolean; Message: string }) =>
  IsSuccess ? toast.success(Message) : toast.error(Message)
