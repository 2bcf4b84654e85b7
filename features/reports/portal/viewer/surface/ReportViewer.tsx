import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Controller } from '../controller.ts'
import { Layout } from '../template/Layout.tsx'
import type { Template } from '../template/read-template.ts'
import { DocumentMap } from './DocumentMap.tsx'
import { PageArea } from './PageArea.tsx'
import { ParametersArea } from './ParametersArea.tsx'
import { SearchPanel } from './SearchPanel.tsx'
import { Thumbnails } from './Thumbnails.tsx'
import { Toolbar } from './Toolbar.tsx'
import { useSize } from './use-size.ts'
import classes from './viewer.module.css'

/** Narrower viewers show one panel at a time and their commands in a menu, in px. */
const SMALL_WIDTH = 640

export const useViewerState = (controller: Controller) => useSyncExternalStore(controller.watch, controller.read)

/** The report viewer: toolbar, panels and the page (spec 3 §2), as its template arranges them. It needs no other library of components, for other pages. */
export function ReportViewer({ controller, template }: { controller: Controller; template: Template }) {
  const state = useViewerState(controller)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const { width } = useSize(root)
  /** The scale at which a fitted page is shown. */
  const [shownScale, setShownScale] = useState(1)
  const onScale = useCallback((scale: number) => setShownScale(scale), [])
  useEffect(() => {
    if (width > 0) controller.setSmallScreen(width < SMALL_WIDTH)
  }, [width, controller])
  useEffect(() => {
    const onVisible = () => controller.setVisible(document.visibilityState === 'visible')
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      const { phase, reportSource } = controller.read()
      if (persisted && phase === 'empty' && reportSource) void controller.open(reportSource)
    }
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('pagehide', controller.leavePage)
    // A page that the browser has kept shows the report again.
    window.addEventListener('pageshow', onReturn)
    return () => {
      controller.setVisible(false)
      document.removeEventListener('visibilitychange', onVisible)
      window.removeEventListener('pagehide', controller.leavePage)
      window.removeEventListener('pageshow', onReturn)
    }
  }, [controller])
  const { areas } = template
  const panels = {
    documentMap: state.documentMapVisible && state.documentMapAvailable,
    parameters: state.parametersAreaVisible && state.parameters.some(({ isVisible }) => isVisible),
    thumbnails: state.thumbnailsVisible && state.ids !== null,
    search: state.searchVisible && state.ids !== null,
  }
  const hasPanel = (Object.keys(panels) as (keyof typeof panels)[]).some((area) => panels[area] && areas.has(area))
  const shown = { controller, state }
  return (
    <div
      ref={setRoot}
      className={classes.viewer}
      data-small={state.isSmallScreen || undefined}
      data-panel={hasPanel || undefined}
    >
      <Layout
        nodes={template.nodes}
        areas={{
          toolbar: <Toolbar {...shown} areas={areas} shownScale={shownScale} />,
          parameters: panels.parameters && <ParametersArea {...shown} />,
          documentMap: panels.documentMap && <DocumentMap {...shown} />,
          thumbnails: panels.thumbnails && <Thumbnails {...shown} />,
          search: panels.search && <SearchPanel {...shown} />,
          page: <PageArea {...shown} onScale={onScale} shownScale={shownScale} />,
        }}
      />
    </div>
  )
}
