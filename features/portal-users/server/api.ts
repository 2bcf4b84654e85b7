export { notifyManagers } from './notify-managers.ts'
export { activeByRole, canSignIn } from './store.ts'
