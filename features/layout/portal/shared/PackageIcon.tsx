import type { PackageMark } from '../../model.ts'
import classes from './cabinet.module.css'
import { LETTERS, type Letter, PACKAGE_ICONS } from './marks.tsx'

/** Padding around the icon, in drawing units. */
const EDGE = 1

/** A package's icon: that of its group, or the letter of a flagged package. Drawn inside an SVG. */
export function PackageIcon({
  mark,
  x,
  y,
  size,
}: {
  mark: Pick<PackageMark, 'category' | 'letter'>
  x: number
  y: number
  size: number
}) {
  const Icon = PACKAGE_ICONS[mark.category] ?? LETTERS[mark.letter as Letter]
  return (
    <g className={classes.package} data-category={mark.category}>
      <rect x={x - EDGE} y={y - EDGE} width={size + 2 * EDGE} height={size + 2 * EDGE} rx={3} />
      <Icon x={x} y={y} width={size} height={size} stroke={mark.letter ? 3 : 2} />
    </g>
  )
}
