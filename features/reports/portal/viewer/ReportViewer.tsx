import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Controller } from './controller.ts'
import { DocumentMap } from './DocumentMap.tsx'
import { PageArea } from './PageArea.tsx'
import { ParametersArea } from './ParametersArea.tsx'
import { Toolbar } from './Toolbar.tsx'
import classes from './viewer.module.css'

export const useViewerState = (controller: Controller) => useSyncExternalStore(controller.watch, controller.read)

/** The report viewer: toolbar, parameters, document map and the page (spec 3 §2). Narrow screens show one panel at a time. */
export function ReportViewer({ controller }: { controller: Controller }) {
  const state = useViewerState(controller)
  /** The scale at which a fitted page is shown. */
  const [shownScale, setShownScale] = useState(1)
  const { parametersAreaVisible, documentMapVisible, documentMapAvailable } = state
  const onScale = useCallback((scale: number) => setShownScale(scale), [])
  const hasMap = documentMapVisible && documentMapAvailable
  const hasParameters = parametersAreaVisible && state.parameters.some(({ isVisible }) => isVisible)
  useEffect(() => {
    // The map was opened last, so the parameters give way to it.
    if (hasMap && hasParameters && window.matchMedia('(width < 900px)').matches) controller.toggleParametersArea()
  }, [hasMap, hasParameters, controller])
  return (
    <div className={classes.viewer} data-panel={hasMap || hasParameters || undefined}>
      <Toolbar controller={controller} state={state} shownScale={shownScale} />
      <div className={classes.panels}>
        {hasParameters && <ParametersArea controller={controller} state={state} />}
        {hasMap && <DocumentMap controller={controller} state={state} />}
        <PageArea controller={controller} state={state} onScale={onScale} />
      </div>
    </div>
  )
}
