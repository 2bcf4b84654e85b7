/** Used by preload, and when users are deleted. */
export { deleteViewsOf, ownerOf, readViews } from './store.ts'
