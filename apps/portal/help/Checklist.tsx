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
import { t } from '#platform/help.ts'
import { hasAnyPermission, type Permission } from '#platform/permissions.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { localStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import classes from './checklist.module.css'
import { addDoneStep, CLOSED, doneSteps, type StepName, stepsOf } from './role-steps.ts'
import { STEP_TEXTS } from './step-texts.ts'

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

const DONE = 'done'

/** First steps: those that set the organisation up, until all are done, then those of the user's role; the user may close them. */
export default function Checklist() {
  const { userId, organisation, permissions } = useViewer()
  const key = `checklistEnded.${organisation.id}.${userId}`
  const [ended, setEnded] = useState(() => localStore.read(key))
  const totals = useTotals(ended ? new Set() : permissions)
  const steps = STEPS.filter(({ needs }) => hasAnyPermission(permissions, [needs]))
  const isRead = steps.every(({ needs }) => totals[needs] !== undefined)
  const isDone = ended === DONE || (isRead && steps.every(({ needs, from }) => totals[needs]! >= from))
  useEffect(() => {
    if (isDone) localStore.write(key, DONE)
  }, [isDone, key])
  if (isDone) return <RoleSteps />
  if (ended || !isRead) return null
  const close = () => {
    localStore.write(key, CLOSED)
    setEnded(CLOSED)
  }
  return <Steps steps={steps.map((step) => ({ ...step, isDone: totals[step.needs]! >= step.from }))} close={close} />
}

/** A step of a role is done once its screen was opened, from here or in another way. */
function RoleSteps() {
  const { email, roles } = useViewer()
  const [done, setDone] = useState(() => doneSteps(email))
  const steps = stepsOf(roles).map((step) => ({ ...step, isDone: done.includes(step.text) }))
  if (done.includes(CLOSED) || steps.every(({ isDone }) => isDone)) return null
  const add = (step: string) => setDone(addDoneStep(email, step))
  return <Steps steps={steps} follow={add} close={() => add(CLOSED)} />
}

type StepsProps = {
  steps: readonly { text: StepName; to: string; isDone: boolean }[]
  follow?: (step: StepName) => void
  close: () => void
}

function Steps({ steps, follow, close }: StepsProps) {
  return (
    <Card component="section" aria-label={t('TitleChecklist').text} withBorder mb="md" padding="md" flex="none" data-not-printed>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('TitleChecklist').text}
        </Title>
        <CloseButton aria-label={tPortal('WordClose').text} onClick={close} />
      </Group>
      <ol className={classes.steps}>
        {steps.map(({ text, to, isDone }) => {
          const Icon = isDone ? IconCircleCheck : IconCircle
          return (
            <li key={text} data-done={isDone || undefined}>
              <Icon size={18} aria-hidden />
              {isDone ? (
                <span>{STEP_TEXTS[text].text}</span>
              ) : (
                <Anchor component={ScreenLink} to={to} onClick={() => follow?.(text)}>
                  {STEP_TEXTS[text].text}
                </Anchor>
              )}
              {isDone && <span className="visually-hidden">{t('StepDone').text}</span>}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
