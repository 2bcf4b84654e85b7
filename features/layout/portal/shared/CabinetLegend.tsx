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
import { PackageSign } from './PackageSign.tsx'

const packageMarks = PACKAGE_CATEGORIES.flatMap(
  (category) => STATUS_NAMES.map(packageMark).find((mark) => mark?.category === category) ?? [],
)
/** A package's sign beside its words, and the room around it, in px. */
const SIGN = 14
const EDGE = 2

/** What the fills, signs and letters of a drawn cabinet mean, and with packages theirs too (spec 1 §4). */
export function CabinetLegend({ withPackages = false }: { withPackages?: boolean }) {
  return (
    <ul className={classes.legend}>
      {(Object.keys(LOCKER_CATEGORIES) as LockerCategory[]).map((category) => {
        const { icon: Sign, letter } = STATE_MARKS[category]
        return (
          <li key={category}>
            <span className={classes.swatch} data-kind={category}>
              <Sign size={14} aria-hidden />
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
  <svg width={SIGN + 2 * EDGE} height={SIGN + 2 * EDGE} aria-hidden>
    <PackageSign mark={mark} x={EDGE} y={EDGE} size={SIGN} />
  </svg>
)

const MAPPING_WORDS = { mapped: t('LegendMapped').text, unmapped: t('LegendUnmapped').text } as const

/** What the fills and signs of a cabinet mean that is drawn for its devices. */
export function DeviceLegend() {
  return (
    <ul className={classes.legend}>
      {(['mapped', 'unmapped'] as const).map((kind) => {
        const Sign = MAPPING_ICONS[kind]
        return (
          <li key={kind}>
            <span className={classes.swatch} data-kind={kind}>
              <Sign size={14} aria-hidden />
            </span>
            {MAPPING_WORDS[kind]}
          </li>
        )
      })}
      <li>
        <Package mark={IN_USE} />
        {LOCKER_STATES.Occupied}
      </li>
    </ul>
  )
}
