/** What residents offer to the server of other features. */
export { accessCodeHash, needsUnitNumber, type ResidentAtTerminal, residentOfAccessCode } from './access-codes.ts'
