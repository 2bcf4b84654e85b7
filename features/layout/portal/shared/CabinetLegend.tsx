import { STATUS_NAMES } from '#features/packages/statuses.ts'
import { t } from '../../cabinet-messages.ts'
import {
  LOCKER_CATEGORIES,
  LOCKER_STATES,
  type LockerCategory,
  PACKAGE_CATEGORIES,
  type PackageMark,
  packageMark,
} from '../../model.ts'
import classes from './cabinet.module.css'
import { IN_USE } from './cabinet-locker.ts'
import { MAPPING_ICONS, STATE_MARKS } from './marks.tsx'
import { PackageIcon } from './PackageIcon.tsx'

const packageMarks = PACKAGE_CATEGORIES.flatMap(
  (category) => STATUS_NAMES.map(packageMark).find((mark) => mark?.category === category) ?? [],
)
/** Size of a package's icon and the padding around it, in px. */
const SIZE = 14
const EDGE = 2

/** The legend of a cabinet's fills, icons and letters, optionally with those of packages (spec 1 §4). */
export function CabinetLegend({ withPackages = false }: { withPackages?: boolean }) {
  return (
    <ul className={classes.legend}>
      {(Object.keys(LOCKER_CATEGORIES) as LockerCategory[]).map((category) => {
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
      {withPackages &&
        packageMarks.map((mark) => (
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

/** The legend of a cabinet that shows the mapping of its devices. */
export function DeviceLegend() {
  return (
    <ul className={classes.legend}>
      {(['mapped', 'unmapped'] as const).map((kind) => {
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
      <li>
        <Package mark={IN_USE} />
        {LOCKER_STATES.Occupied.text}
      </li>
    </ul>
  )
}
