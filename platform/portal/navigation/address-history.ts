import { createHashHistory, type RouterHistory } from '@tanstack/react-router'

/**
 * The history of the hash addresses. An address that is typed by hand makes an entry without a position. The router undoes a step
 * by the difference of two positions, so without one it would go to another entry.
 */
export function createAddressHistory(): RouterHistory {
  const placeTypedAddress = () => {
    if (window.history.state !== null) return
    const key = `typed-${Date.now()}`
    const position = history.location.state.__TSR_index + 1
    // The router has replaced the function of `window.history`, and would take this call as a navigation.
    History.prototype.replaceState.call(window.history, { key, __TSR_key: key, __TSR_index: position }, '')
  }
  // Added before the listener of the router's history, so that it is called first.
  window.addEventListener('popstate', placeTypedAddress)
  const history = createHashHistory()
  return history
}
