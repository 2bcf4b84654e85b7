import { localStore } from '../session/storage.ts'

/** What keys belong to while it is open. */
const FLOATING = '[role=dialog], [role=menu]'
/** The choice of a user whom keys without Ctrl disturb, for example one who dictates (WCAG 2.1.4). */
const OFF = 'singleKeysOff'

export const areKeysOn = () => localStore.read(OFF) !== 'true'
export const switchKeys = (on: boolean) => localStore.write(OFF, String(!on))

/** Whether a key without Ctrl means a command of the page now: not while a dialog or a menu is open, nor when they are switched off. */
export const keysWork = () => areKeysOn() && !document.querySelector(FLOATING)

/** Whether keys are typed into the element. */
export const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.matches('input:not([type=checkbox], [type=radio]), textarea, select') || target.isContentEditable)
