export { activeByRole, canSignIn } from './store.ts'
