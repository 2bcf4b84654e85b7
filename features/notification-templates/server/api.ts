/** Public functions of notification templates for other features. */
export { type Composed, compose, languageTagOf, packagesWithNames, SAMPLE, tokensOf } from './compose.ts'
export { readTemplates } from './store.ts'
