import '@mantine/core/styles/Card.css'
import { Anchor, Card, CloseButton, Group, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { buildings } from '#features/buildings/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { packages } from '#features/packages/contract.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { properties } from '#features/properties/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { t } from '#platform/help-messages.ts'
import { hasAnyPermission, type Permission } from '#platform/permissions.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { localStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import classes from './checklist.module.css'

const ONE = { input: { PageNumber: 1, PageSize: 1 } }

/** How many there are of what each step adds; undefined while it is read, or for a step of others. */
function useTotals(permissions: ReadonlySet<Permission>) {
  const when = (needs: Permission) => ({ enabled: permissions.has(needs) })
  return {
    AddProperty: useCall(properties.page, ONE, when('AddProperty')).data?.Total,
    AddBuilding: useCall(buildings.page, ONE, when('AddBuilding')).data?.Total,
    AddResident: useCall(residents.page, ONE, when('AddResident')).data?.Total,
    AddLockerBank: useCall(lockerBanks.page, ONE, when('AddLockerBank')).data?.Data.Total,
    AddCourier: useCall(couriers.page, ONE, when('AddCourier')).data?.Total,
    AddPackage: useCall(packages.page, ONE, when('AddPackage')).data?.Total,
    AddPortalUser: useCall(portalUsers.page, ONE, when('AddPortalUser')).data?.Total,
  }
}

/** The steps in their order; `from`: how many there are when the step is done. */
const STEPS = [
  { needs: 'AddProperty', text: 'StepProperty', to: '/property/create', from: 1 },
  { needs: 'AddBuilding', text: 'StepBuilding', to: '/building/create', from: 1 },
  { needs: 'AddCourier', text: 'StepCourier', to: '/courier/create', from: 1 },
  { needs: 'AddResident', text: 'StepResidents', to: '/resident/list', from: 1 },
  { needs: 'AddLockerBank', text: 'StepLockerBank', to: '/lockerbank/create', from: 1 },
  { needs: 'AddPackage', text: 'StepPackage', to: '/package/new', from: 1 },
  // The first user is who reads this.
  { needs: 'AddPortalUser', text: 'StepUsers', to: '/portaluser/create', from: 2 },
] as const

/** The first steps of the user's role with what is done already, until all are or the user closes it. */
export default function Checklist() {
  const { userId, organisation, permissions } = useViewer()
  const key = `checklistEnded.${organisation.id}.${userId}`
  const [isEnded, setIsEnded] = useState(() => localStore.read(key) !== null)
  const totals = useTotals(isEnded ? new Set() : permissions)
  const steps = STEPS.filter(({ needs }) => hasAnyPermission(permissions, [needs]))
  const isRead = steps.every(({ needs }) => totals[needs] !== undefined)
  const isDone = isRead && steps.every(({ needs, from }) => totals[needs]! >= from)
  useEffect(() => {
    if (isDone) localStore.write(key, 'done')
  }, [isDone, key])
  if (isEnded || !isRead || isDone) return null
  const close = () => {
    localStore.write(key, 'closed')
    setIsEnded(true)
  }
  return (
    <Card component="section" aria-label={t('TitleChecklist').text} withBorder mb="md" padding="md">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('TitleChecklist').text}
        </Title>
        <CloseButton aria-label={tPortal('WordClose').text} onClick={close} />
      </Group>
      <ol className={classes.steps}>
        {steps.map(({ needs, text, to, from }) => {
          const isStepDone = totals[needs]! >= from
          const Icon = isStepDone ? IconCircleCheck : IconCircle
          return (
            <li key={needs} data-done={isStepDone || undefined}>
              <Icon size={18} aria-hidden />
              {isStepDone ? (
                <span>{t(text).text}</span>
              ) : (
                <Anchor component={ScreenLink} to={to}>
                  {t(text).text}
                </Anchor>
              )}
              {isStepDone && <span className="visually-hidden">{t('StepDone').text}</span>}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
