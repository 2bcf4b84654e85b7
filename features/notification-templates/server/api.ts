/** Public functions of notification templates for other features. */
export { readTemplates } from './store.ts'
