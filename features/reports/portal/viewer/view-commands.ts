import { clampedScale, NO_PANELS, type Panel, type Target, type ViewerState, zoomStep } from './state.ts'
import type { Store } from './store.ts'

/** On a small screen nothing covers the page after a load or a navigation. */
export const unpanelled = ({ isSmallScreen }: ViewerState) => (isSmallScreen ? NO_PANELS : {})

/** The commands that change only how a report is shown; no call follows from them. */
export function viewCommands({ read, update }: Store, search: (text: string) => void) {
  function togglePanel(panel: Panel) {
    const isOpened = !read()[panel]
    update({ ...(isOpened && unpanelled(read())), [panel]: isOpened })
  }

  const setScale = (scale: number) => update({ scaleMode: 'SPECIFIC', scale: clampedScale(scale) })

  return {
    setPrintMode: (printMode: ViewerState['printMode']) => update({ printMode }),
    /** FIT_PAGE, FIT_PAGE_WIDTH, SPECIFIC at 1, and again. */
    toggleScaleMode: () => {
      const { scaleMode } = read()
      if (scaleMode === 'FIT_PAGE') update({ scaleMode: 'FIT_PAGE_WIDTH' })
      else if (scaleMode === 'FIT_PAGE_WIDTH') update({ scaleMode: 'SPECIFIC', scale: 1 })
      else update({ scaleMode: 'FIT_PAGE' })
    },
    setScale,
    /** `shown`: the scale at which the page is shown, which a fitted page gets from the window. */
    zoomIn: (shown = read().scale) => setScale(zoomStep(shown, 'in')),
    zoomOut: (shown = read().scale) => setScale(zoomStep(shown, 'out')),
    toggleDocumentMap: () => togglePanel('documentMapVisible'),
    toggleParametersArea: () => togglePanel('parametersAreaVisible'),
    toggleThumbnails: () => togglePanel('thumbnailsVisible'),
    toggleSearch: () => {
      togglePanel('searchVisible')
      if (!read().searchVisible) search('')
    },
    setSmallScreen: (isSmallScreen: boolean) => {
      if (isSmallScreen !== read().isSmallScreen) update({ isSmallScreen, ...(isSmallScreen && NO_PANELS) })
    },
    toggleContinuous: () => update({ isContinuous: !read().isContinuous }),
    notify: (notice: string) => update({ notice }),
    /** The surface has scrolled to a place; it does not scroll there again. */
    arrived: (target: Target) => {
      if (read().target === target) update({ target: null })
    },
  }
}
