import { Button, Text, Title } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { t as tCabinet } from '#features/layout/cabinet-messages.ts'
import { t as tLayout } from '#features/layout/messages.ts'
import { Cabinet } from '#features/layout/portal/shared/Cabinet.tsx'
import { DeviceLegend } from '#features/layout/portal/shared/CabinetLegend.tsx'
import { NoLayout } from '#features/layout/portal/shared/NoLayout.tsx'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { BankPage } from '#features/locker-banks/portal/shared/BankPage.tsx'
import { useOpenDoors } from '#features/openings/portal/shared/use-open-doors.ts'
import { unreachable } from '#platform/portal/api/call-error.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { usePathParams } from '#platform/portal/navigation/links.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { When } from '#platform/portal/ui/times.tsx'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { DeviceList } from './DeviceList.tsx'
import classes from './devices.module.css'
import { GuidePanel } from './GuidePanel.tsx'
import { MappingStatus } from './MappingStatus.tsx'
import { useGuide } from './use-guide.ts'
import { type MappableDoor, type Mapping, useMapping } from './use-mapping.ts'

/** Maps devices to lockers, by a person in front of the cabinet: finds, opens, maps and unmaps devices (spec 1 §2, §4, §5). */
export default function MapLockerToDevice() {
  const { lockerBankId } = usePathParams('lockerBankId')
  const bank = useCall(lockerBanks.name, { params: { lockerBankId } })
  return (
    <BankPage key={lockerBankId} lockerBankId={lockerBankId}>
      <Loaded query={bank}>{({ Name }) => <Bank key={lockerBankId} lockerBankId={lockerBankId} name={Name} />}</Loaded>
    </BankPage>
  )
}

function Bank({ lockerBankId, name }: { lockerBankId: string; name: string }) {
  const mapping = useMapping(lockerBankId)
  const control = useGuide(mapping)
  const openDoors = useOpenDoors()
  const reload = useThrottledCallback(mapping.reload, LIVE_PAUSE_MS)
  useLive((change) => {
    if (change === 'missed') return reload()
    if (change.LockerBankId !== lockerBankId || change.Topic === 'opening') return
    if (change.Topic === 'opened' && change.LockerId) openDoors.showOpen(change.LockerId)
    else reload()
  })
  useFirstDiscovery(mapping)

  const { all, action, selected } = mapping
  const isConnectionLost = useIsConnectionLost()
  const isBusy = action !== null || isConnectionLost
  const lists = { selected: selected?.serialNumber ?? null, isBusy: isBusy || mapping.isStopped, open: mapping.open }
  const isGuided = control.guide !== null
  const deviceOf = ({ Id }: { Id: string }) => mapping.doors.find((door) => door.id === Id)?.serialNumber ?? null
  return (
    <>
      <header className={screen.header}>
        <Title order={2}>{screens('ScreenMapLockerToDevice').text}</Title>
        <div className={screen.tools}>
          {mapping.list.data?.FoundAt && (
            <Text size="sm" c="dimmed">
              {t('LabelFoundAt').text} <When at={mapping.list.data.FoundAt} />
            </Text>
          )}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={isBusy || isGuided}
            loading={action?.kind === 'discovering'}
            onClick={mapping.rediscover}
          >
            {t('ButtonRediscover').text}
          </Button>
        </div>
      </header>
      {mapping.layout.data?.length === 0 ? (
        <NoLayout lockerBankId={lockerBankId} />
      ) : (
        <div className={classes.work} data-guided={isGuided || undefined}>
          <aside className={classes.aside}>
            <GuidePanel control={control} action={action} isBusy={isBusy} />
            {!isGuided && (
              <Loaded query={mapping.list} failure={t('MsgMapDevicesFailed').text}>
                {() => (
                  <>
                    <MappingStatus mapping={mapping} />
                    <div className={classes.lists}>
                      <DeviceList
                        title={t('TitleUnmapped').text}
                        empty={t(all.length === 0 ? 'NoDevices' : 'NoUnmapped').text}
                        devices={all.filter(({ LockerNumber }) => LockerNumber === null)}
                        {...lists}
                      />
                      <DeviceList
                        title={t('TitleMapped').text}
                        empty={t('NoMapped').text}
                        devices={all.filter(({ LockerNumber }) => LockerNumber !== null)}
                        {...lists}
                      />
                    </div>
                  </>
                )}
              </Loaded>
            )}
          </aside>
          <section aria-label={tCabinet('TitleCabinet').text} className={classes.cabinet}>
            <Loaded query={mapping.layout} failure={tLayout('MsgFailedToFetchLayout').text}>
              {(columns) => (
                <>
                  <Cabinet
                    name={name}
                    columns={columns}
                    openDoors={openDoors.open}
                    selectedId={mapping.doors.find((door) => selected && door.serialNumber === selected.serialNumber)?.id ?? null}
                    deviceOf={deviceOf}
                    onOpen={({ Id }) => {
                      const door = mapping.doors.find((one) => one.id === Id)!
                      if (isConnectionLost) toast.failure(unreachable())
                      else if (isBusy) toast.warning(t('MsgMapActionInProgress').text)
                      else if (isGuided) void control.choose(door)
                      else void choose(mapping, door)
                    }}
                  />
                  <DeviceLegend
                    lockers={columns.flatMap(({ LockerCollection }) => LockerCollection)}
                    isMapped={(locker) => deviceOf(locker) !== null}
                  />
                </>
              )}
            </Loaded>
          </section>
        </div>
      )}
    </>
  )
}

/** After a click on a door: removes its mapping, or maps the selected device to it (spec 1 §4). */
function choose(mapping: Mapping, door: MappableDoor) {
  const { selected } = mapping
  // With another device selected, a click on a mapped door is a mistake, which `map` refuses.
  const mayUnmap = selected === null || selected.serialNumber === door.serialNumber
  const isLocker = door.lockerType === 'locker'
  const removes = mayUnmap && (door.serialNumber !== null || !isLocker)
  return removes ? mapping.unmap(door) : mapping.map(selected?.serialNumber ?? null, door)
}

/** Discovers the devices when the screen opens and that was never done, if there are lockers to map them to. */
function useFirstDiscovery({ list, doors, rediscover }: Mapping) {
  const discover = useEffectEvent(() => void rediscover())
  const isNeeded = doors.length > 0 && list.data?.FoundAt === null
  useEffect(() => {
    if (isNeeded) discover()
  }, [isNeeded])
}
