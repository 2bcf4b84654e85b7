import { Text, Title } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { placeText } from '#features/package-statuses/place-text.ts'
import { packageEntity, t as screens } from '#features/package-statuses/screens.ts'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { numberText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import { keysWork } from '#platform/portal/navigation/keys.ts'
import { pathTo, useGo, useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import { useMay, useViewer } from '#platform/portal/session/viewer.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { When } from '#platform/portal/ui/times.tsx'
import { t } from '../../ageing-messages.ts'
import { type PackageRow, packages } from '../../contract.ts'
import LivePackages from '../LivePackages.tsx'
import { PackageStatusBadge } from '../shared/PackageStatusBadge.tsx'
import classes from './ageing.module.css'
import { ChosenPackage } from './ChosenPackage.tsx'

/** The oldest packages that are late or flagged; the rest follows as these are done. */
const SHOWN = 50

/** What is late, flagged or unconfirmed, the oldest first, worked through by keyboard. */
export default function Ageing() {
  const { property } = useViewer()
  const { PropertyId } = useSearchParams()
  const set = useSetSearchParams()
  const query = useCall(packages.page, {
    input: {
      PropertyId: PropertyId ?? null,
      StatusGroupIds: [GROUPS.Expired, GROUPS.Flagged],
      SortColumn: 'DropOffTime',
      SortDirectionText: 'asc',
      PageSize: SHOWN,
    },
  })
  return (
    <section className={screen.screen} data-scrolls aria-label={screens('ScreenAgeing').text}>
      <div className={screen.header}>
        <Title order={1}>{screens('ScreenAgeing').text}</Title>
        <div className={screen.tools}>
          {!property && (
            <PropertyPicker
              aria-label={label('LabelProperty').text}
              placeholder={label('LabelProperty').text}
              clearable
              value={PropertyId ?? null}
              onChange={(id) => set({ PropertyId: id ?? undefined })}
            />
          )}
        </div>
      </div>
      <Loaded query={query}>
        {({ Data, Total }) =>
          Data.length === 0 ? (
            <Text>
              <EmptyHint
                text={t('AgeingNone').text}
                steps={[{ to: '/search', text: screens('ScreenPackageViewer').text, needs: 'ViewPackage' }]}
              />
            </Text>
          ) : (
            <Queue rows={Data} total={Total} />
          )
        }
      </Loaded>
      <LivePackages propertyId={PropertyId} />
    </section>
  )
}

function Queue({ rows, total }: { rows: readonly PackageRow[]; total: number }) {
  const go = useGo()
  const mayEdit = useMay(packageEntity.edit)
  const address = useSearchParams()
  const set = useSetSearchParams()
  const [chosen, setChosen] = useState({ id: address.package ?? rows[0]!.PackageId, index: 0, isByUser: false })
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  // One that is done leaves the queue: the next one takes its place.
  const at = rows.findIndex((row) => row.PackageId === chosen.id)
  const index = at >= 0 ? at : Math.min(chosen.index, rows.length - 1)
  const row = rows[index]!
  const choose = (next: number) => {
    const to = rows[Math.max(0, Math.min(next, rows.length - 1))]!
    setChosen({ id: to.PackageId, index: rows.indexOf(to), isByUser: true })
    void set({ package: to.PackageId })
    buttons.current.get(to.PackageId)?.focus()
  }
  if (chosen.id !== row.PackageId || chosen.index !== index)
    setChosen({ id: row.PackageId, index, isByUser: chosen.isByUser && chosen.id === row.PackageId })
  const follow = useEffectEvent((id: string) => {
    // The keys go on with the one that took the place of the last.
    if (document.activeElement === document.body) buttons.current.get(id)?.focus({ preventScroll: true })
    if (address.package && address.package !== id) void set({ package: id })
  })
  useEffect(() => follow(row.PackageId), [row.PackageId])
  const unlessFloating = (work: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
    if (keysWork()) work(event)
  }
  useHotkeys([
    ['J', unlessFloating(() => choose(index + 1))],
    ['K', unlessFloating(() => choose(index - 1))],
    ['ArrowDown', unlessFloating(() => choose(index + 1))],
    ['ArrowUp', unlessFloating(() => choose(index - 1))],
  ])
  const open = () =>
    go(mayEdit ? pathTo(packageEntity.editPath, { packageId: row.PackageId }) : `/search?package=${row.PackageId}`)
  return (
    <>
      <Text c="dimmed" size="sm">
        {total > rows.length && `${t('AgeingMore', { shown: numberText(rows.length), total: numberText(total) }).text}. `}
        {t('HintKeys').text}
      </Text>
      <div className={classes.panes}>
        <ol className={classes.queue} aria-label={t('LabelQueue').text}>
          {rows.map((one, place) => (
            <li key={one.PackageId}>
              <button
                type="button"
                ref={(element) => {
                  if (element) buttons.current.set(one.PackageId, element)
                  else buttons.current.delete(one.PackageId)
                }}
                aria-current={one === row}
                tabIndex={one === row ? 0 : -1}
                onClick={() => choose(place)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  open()
                }}
              >
                <span className={classes.line}>
                  <strong>{one.PackageNumber}</strong>
                  <span className={classes.quiet}>
                    <When at={one.DropOffTime} timeZone={one.PropertyTimezoneId} />
                  </span>
                </span>
                <span>{[one.ResidentName, one.UnitNumber].filter(Boolean).join(' · ')}</span>
                <span className={classes.line}>
                  <PackageStatusBadge status={one.Status} groupId={one.StatusGroupId} />
                  <span className={classes.quiet}>{placeText(one)}</span>
                </span>
              </button>
            </li>
          ))}
        </ol>
        <ChosenPackage key={row.PackageId} packageId={row.PackageId} isByUser={chosen.isByUser} unlessFloating={unlessFloating} />
      </div>
    </>
  )
}
