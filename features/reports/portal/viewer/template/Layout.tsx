import type { ReactNode } from 'react'
import type { ViewerArea } from '../../../viewer-template.ts'
import classes from '../surface/viewer.module.css'
import type { TemplateNode } from './read-template.ts'

/** The classes that arrange elements; others are for the styles of the page (`::part`). */
const ARRANGEMENTS = new Map([
  ['row', classes.row],
  ['column', classes.column],
])

type Props = { nodes: readonly TemplateNode[]; areas: Readonly<Record<ViewerArea, ReactNode>> }

/** The elements of a template, its areas filled. */
export const Layout = ({ nodes, areas }: Props) =>
  nodes.map(({ at, tag: Tag, classes: names, area, children }) => {
    const className = [...names.map((name) => ARRANGEMENTS.get(name) ?? name), area && classes.area].filter(Boolean).join(' ')
    return (
      <Tag key={at} className={className || undefined} part={names.join(' ') || undefined}>
        {area ? areas[area] : <Layout nodes={children} areas={areas} />}
      </Tag>
    )
  })
