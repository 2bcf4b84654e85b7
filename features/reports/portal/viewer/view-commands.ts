import { arrived, panelToggled, scaled, scaleModeToggled } from './state/reducer.ts'
import { NO_PANELS, type Target, type ViewerState, zoomStep } from './state/state.ts'
import type { Store } from './state/store.ts'

/** The commands that change only how a report is shown; no call follows from them. */
export function viewCommands({ read, update }: Store) {
  return {
    setPrintMode: (printMode: ViewerState['printMode']) => update({ printMode }),
    toggleScaleMode: () => update(scaleModeToggled),
    setScale: (scale: number) => update(scaled(scale)),
    /** `shown`: the scale at which the page is shown, which a fitted page gets from the window. */
    zoomIn: (shown = read().scale) => update(scaled(zoomStep(shown, 'in'))),
    zoomOut: (shown = read().scale) => update(scaled(zoomStep(shown, 'out'))),
    toggleDocumentMap: () => update(panelToggled('documentMapVisible')),
    toggleParametersArea: () => update(panelToggled('parametersAreaVisible')),
    toggleThumbnails: () => update(panelToggled('thumbnailsVisible')),
    setSmallScreen: (isSmallScreen: boolean) => {
      if (isSmallScreen !== read().isSmallScreen) update({ isSmallScreen, ...(isSmallScreen && NO_PANELS) })
    },
    toggleContinuous: () => update({ isContinuous: !read().isContinuous }),
    notify: (notice: string) => update({ notice }),
    arrived: (target: Target) => update(arrived(target)),
  }
}
