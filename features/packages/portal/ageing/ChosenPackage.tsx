import { Button, Kbd, Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { t as tMailroom } from '#features/mailrooms/messages.ts'
import { MailroomPicker } from '#features/mailrooms/portal/shared/MailroomPicker.tsx'
import { packageEntity, t as tScreens } from '#features/package-statuses/screens.ts'
import { STATUSES, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { t as tConflict } from '#platform/conflict-messages.ts'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall, useChange, useRefresh } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { pathTo, ScreenLink, useGo } from '#platform/portal/navigation/links.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { t } from '../../ageing-messages.ts'
import { type PackageDetail, packages } from '../../contract.ts'
import { packageForm } from '../../editing-contract.ts'
import { t as tForm } from '../../form-messages.ts'
import { t as tPackage } from '../../messages.ts'
import { ARRIVING, type Choice, choiceFor, choices, situationOf } from '../../rules.ts'
import { Section } from '../facts.tsx'
import { READINGS, valuesOf } from '../form/package-values.ts'
import { PackageFacts } from '../PackageFacts.tsx'
import { PackageHistory } from '../PackageHistory.tsx'
import { PackagePlace } from '../PackagePlace.tsx'
import { PackageStatusBadge } from '../shared/PackageStatusBadge.tsx'
import classes from './ageing.module.css'

type Key = (event: KeyboardEvent) => void
type Props = {
  packageId: string
  /** The user has gone to this package: it is not shown because another one left the queue. */
  isByUser: boolean
  unlessFloating: (work: Key) => Key
}

/** How long a package and its actions that came by themselves have to be shown before a number key counts, in ms. */
const STEADY_MS = 500
/** The actions that have a key. */
const KEYS = Array.from({ length: 9 }, (_, index) => String(index + 1))

/** The package of the queue that is worked on, with what may be done. */
export function ChosenPackage({ packageId, isByUser, unlessFloating }: Props) {
  const detail = useCall(packages.get, { params: { packageId } })
  const version = detail.data?.Version
  const [first, setFirst] = useState(version)
  if (first === undefined && version !== undefined) setFirst(version)
  // A number that is pressed before the package is read is for this one, which the user has gone to.
  const [early, setEarly] = useState<string | null>(null)
  const keep = (key: string) => (event: KeyboardEvent) => {
    if (isByUser && version === undefined && !event.repeat) setEarly(key)
  }
  useHotkeys(KEYS.map((key): [string, Key] => [key, unlessFloating(keep(key))]))
  const mayEdit = useMay(packageEntity.edit)
  return (
    <article className={classes.chosen}>
      <Loaded query={detail}>
        {(pkg) => (
          <>
            <div className={classes.line}>
              <Title order={2} size="h3">
                <ScreenLink to={mayEdit ? pathTo(packageEntity.editPath, { packageId }) : `/search?package=${packageId}`}>
                  {tScreens('TitlePackage', { number: pkg.PackageNumber }).text}
                </ScreenLink>
              </Title>
              <PackageStatusBadge status={pkg.Status} groupId={pkg.PackageStatus.GroupId} />
            </div>
            {mayEdit ? (
              <Actions
                key={pkg.Version}
                pkg={pkg}
                isSteady={isByUser && pkg.Version === first}
                early={pkg.Version === first ? early : null}
                unlessFloating={unlessFloating}
              />
            ) : (
              <Text c="dimmed">{t('NoActions').text}</Text>
            )}
            <PackagePlace pkg={pkg} />
            <PackageFacts pkg={pkg} />
            <Section title={label('SectionHistory').text}>
              <PackageHistory packageId={packageId} timeZone={pkg.PropertyTimezoneId} />
            </Section>
          </>
        )}
      </Loaded>
    </article>
  )
}

const situation = (pkg: PackageDetail, status = statusById(pkg.StatusId) as StatusName) =>
  situationOf({ ...ARRIVING, status, lockerId: pkg.LockerId })

type ActionsProps = Pick<Props, 'unlessFloating'> & {
  pkg: PackageDetail
  /** The user has gone to what is shown. */
  isSteady: boolean
  /** The key that was pressed before the actions were shown. */
  early: string | null
}

function Actions({ pkg, isSteady, early, unlessFloating }: ActionsProps) {
  const go = useGo()
  const refresh = useRefresh()
  const offered = choices(situation(pkg), 'detail', { mailrooms: pkg.MailRooms, needsProof: pkg.NeedsProof }).filter(
    ({ newStatus }) => newStatus !== null,
  )
  const asksMailroom = offered.some(({ asks }) => asks.mailroom === 'required')
  const [mailroomId, setMailroomId] = useState(pkg.MailRoomId ?? (pkg.MailRooms.length === 1 ? pkg.MailRooms[0]! : null))
  const [isMailroomMissing, setIsMailroomMissing] = useState(false)
  const before = statusById(pkg.StatusId) as StatusName

  const save = useChange(packageForm.save, {
    refreshes: READINGS,
    title: tForm('MsgPackageSaveFailed').text,
    onDone: ({ Message }, { input }) => {
      const undo = mayGoBack(input.StatusId) ? () => goBack(input.StatusId) : undefined
      toast.success(Message, { undo })
    },
  })
  /** Whether the rules lead back to the status before, without anything more to say (decisions "Package status → group"). */
  const mayGoBack = (statusId: number) => {
    const status = statusById(statusId) as StatusName
    const back = choiceFor(situation(pkg, status), 'detail', before)
    return (
      back !== undefined && back.asks.recipient !== 'required' && (back.asks.mailroom !== 'required' || pkg.MailRoomId !== null)
    )
  }
  const goBack = async (statusId: number) => {
    const now = await call(packages.get, { params: { packageId: pkg.Id } })
    if (now.StatusId !== statusId) toast.error(tConflict('MsgChangedElsewhere').text)
    else
      await call(packageForm.save, { input: { ...valuesOf(now), StatusId: pkg.StatusId as never, MailRoomId: pkg.MailRoomId } })
    await refresh(READINGS)
  }
  const act = async ({ newStatus, asks, stamps, label: action }: Choice) => {
    if (asks.recipient === 'required') return go(pathTo(packageEntity.editPath, { packageId: pkg.Id }))
    if (asks.mailroom === 'required' && !mailroomId) return setIsMailroomMissing(true)
    const StatusId = STATUSES[newStatus!].id
    const question = { title: action.text, text: t('AskNoWayBack', { number: pkg.PackageNumber }).text, yes: action.text }
    if (!mayGoBack(StatusId) && !(await confirm(question))) return
    const now = new Date().toISOString()
    save.mutate({
      input: {
        ...valuesOf(pkg),
        StatusId,
        // Only an action that asks for a mailroom moves the package.
        MailRoomId: asks.mailroom === 'required' ? mailroomId : pkg.MailRoomId,
        // The server computes a new expiry where the status has one.
        ExpiryTime: undefined,
        ...(stamps === 'collectionTime' && { CollectionTime: now }),
        ...(stamps === 'recoveryTime' && { RecoveryTime: now }),
      },
    })
  }
  // What is shown may have changed by itself, just as a key was pressed for what was there before.
  const [since] = useState(Date.now)
  const byKey = (choice: Choice) => (event: KeyboardEvent) => {
    if (!event.repeat && !save.isPending && (isSteady || Date.now() - since > STEADY_MS)) void act(choice)
  }
  useHotkeys(offered.slice(0, KEYS.length).map((choice, index): [string, Key] => [KEYS[index]!, unlessFloating(byKey(choice))]))
  const actEarly = useEffectEvent(() => {
    const choice = early && offered[KEYS.indexOf(early)]
    if (choice) void act(choice)
  })
  useEffect(() => actEarly(), [])
  return (
    <section aria-label={t('SectionActions').text} className={classes.actions}>
      {asksMailroom && (
        <MailroomPicker
          label={label('LabelMailroom').text}
          buildingId={pkg.BuildingId}
          value={mailroomId}
          error={isMailroomMissing && tMailroom('MsgMailroomRequired').text}
          onChange={(id) => {
            setMailroomId(id)
            setIsMailroomMissing(false)
          }}
        />
      )}
      {offered.map((choice, index) => (
        <Button
          key={choice.newStatus}
          variant="default"
          disabled={save.isPending}
          {...(KEYS[index] && { leftSection: <Kbd aria-hidden>{KEYS[index]}</Kbd>, 'aria-keyshortcuts': KEYS[index] })}
          onClick={() => void act(choice)}
        >
          {choice.asks.recipient === 'required' ? t('ActionInForm', { action: choice.label }).text : choice.label.text}
        </Button>
      ))}
      {pkg.NeedsProof && <Text c="dimmed">{tPackage('MsgHandOverWithProof').text}</Text>}
    </section>
  )
}
