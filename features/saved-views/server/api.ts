/** Used by preload. */
export { ownerOf, readViews } from './store.ts'
