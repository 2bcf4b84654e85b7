import { useEffect, useEffectEvent } from 'react'
import type { GridView } from '#platform/portal/grid/grid-types.ts'
import { useViewControls } from '#platform/portal/grid/view-controls.ts'
import { useGo } from '#platform/portal/navigation/links.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type AddressValues, REPORTS, type ReportName, reportAddress } from '../reports.ts'

const NO_LAYOUT = { layout: { shown: {}, order: [], widths: {} }, isUnsaved: false, discard: () => undefined }
const textOf = (values: AddressValues) => JSON.stringify(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** The id under which a report's sets are kept among the user's saved views: `report-resident-usage`. */
export const setsOf = (report: ReportName) => `report${report.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The user's saved sets of parameters of a report: saved views whose filters are the values (decisions "Report viewer"). */
export function ParameterSets({ report, values }: { report: ReportName; values: AddressValues }) {
  const listId = setsOf(report)
  const views = useViewer().savedViews.filter(({ list }) => list === listId)
  const controls = useViewControls()
  const go = useGo()
  const view = views.find(({ filters }) => textOf(filters as AddressValues) === textOf(values)) ?? null
  const openView = async (next: GridView | null) => go(reportAddress(report, (next?.filters ?? {}) as AddressValues))
  const openDefault = useEffectEvent(() => {
    const standard = views.find(({ isDefault }) => isDefault)
    if (standard && Object.keys(values).length === 0) void openView(standard)
  })
  useEffect(() => openDefault(), [])
  if (!controls) return null
  const state = { views, view, openView, shown: { filters: values, sort: null, size: null } }
  const props = { listId, title: REPORTS[report].title.text, state, columns: NO_LAYOUT }
  return (
    <>
      {views.length > 0 && <controls.Tabs {...props} />}
      {!view && Object.keys(values).length > 0 && (
        <div>
          <controls.Save {...props} />
        </div>
      )}
    </>
  )
}
