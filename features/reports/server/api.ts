export { deleteRenders } from './clients.ts'
