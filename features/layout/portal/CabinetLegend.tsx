import { LOCKER_CATEGORIES, type LockerCategory } from '../model.ts'
import classes from './cabinet.module.css'
import { STATE_MARKS } from './marks.tsx'

/** What the fills, signs and letters of a drawn cabinet mean (spec 1 §4). */
export function CabinetLegend() {
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
    </ul>
  )
}
