import { STATUS_NAMES } from '#features/package-statuses/statuses.ts'
import { t } from '../../cabinet-messages.ts'
import {
  LOCKER_CATEGORIES,
  LOCKER_MODES,
  LOCKER_STATES,
  type LockerCategory,
  PACKAGE_CATEGORIES,
  type PackageMark,
  packageMark,
} from '../../model.ts'
import classes from './cabinet.module.css'
import { type CabinetLocker, categoryOf, IN_USE, markOf, markOfInUse } from './cabinet-locker.ts'
import { MAPPING_ICONS, STATE_MARKS } from './marks.tsx'
import { PackageIcon } from './PackageIcon.tsx'

const packageMarks = PACKAGE_CATEGORIES.flatMap(
  (category) => STATUS_NAMES.map(packageMark).find((mark) => mark?.category === category) ?? [],
)
/** Size of a package's icon and the padding around it, in px. */
const SIZE = 14
const EDGE = 2

type Lockers = readonly CabinetLocker[]

/** The lockers that are drawn with a state: without terminals and blank panels. */
const withState = (lockers: Lockers) =>
  lockers.filter(({ LockerType, LockerMode }) => LockerType === 'locker' && LockerMode !== LOCKER_MODES.removed)

/** The legend of the fills, icons and letters that these lockers and their packages have (spec 1 §4). */
export function CabinetLegend({ lockers }: { lockers: Lockers }) {
  const drawn = withState(lockers)
  const states = new Set(drawn.map(categoryOf))
  const packages = new Set(drawn.map((locker) => markOf(locker)?.category))
  return (
    <ul className={classes.legend}>
      {(Object.keys(LOCKER_CATEGORIES) as LockerCategory[])
        .filter((category) => states.has(category))
        .map((category) => {
          const { icon: StateIcon, letter } = STATE_MARKS[category]
          return (
            <li key={category}>
              <span className={classes.swatch} data-kind={category}>
                <StateIcon size={14} aria-hidden />
                {letter}
              </span>
              {LOCKER_CATEGORIES[category]}
            </li>
          )
        })}
      {packageMarks
        .filter(({ category }) => packages.has(category))
        .map((mark) => (
          <li key={mark.category}>
            <Package mark={mark} />
            {mark.label}
          </li>
        ))}
    </ul>
  )
}

const Package = ({ mark }: { mark: Pick<PackageMark, 'category' | 'letter'> }) => (
  <svg width={SIZE + 2 * EDGE} height={SIZE + 2 * EDGE} aria-hidden>
    <PackageIcon mark={mark} x={EDGE} y={EDGE} size={SIZE} />
  </svg>
)

const MAPPING_TEXTS = { mapped: t('LegendMapped').text, unmapped: t('LegendUnmapped').text } as const

/** The legend of a cabinet that shows the mapping of these lockers' devices; `isMapped` says which have one. */
export function DeviceLegend({ lockers, isMapped }: { lockers: Lockers; isMapped: (locker: CabinetLocker) => boolean }) {
  const drawn = withState(lockers)
  const kinds = new Set(drawn.map((locker) => (isMapped(locker) ? 'mapped' : 'unmapped')))
  return (
    <ul className={classes.legend}>
      {(['mapped', 'unmapped'] as const)
        .filter((kind) => kinds.has(kind))
        .map((kind) => {
          const MappingIcon = MAPPING_ICONS[kind]
          return (
            <li key={kind}>
              <span className={classes.swatch} data-kind={kind}>
                <MappingIcon size={14} aria-hidden />
              </span>
              {MAPPING_TEXTS[kind]}
            </li>
          )
        })}
      {drawn.some(markOfInUse) && (
        <li>
          <Package mark={IN_USE} />
          {LOCKER_STATES.Occupied.text}
        </li>
      )}
    </ul>
  )
}
