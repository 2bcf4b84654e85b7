import { defineMessages } from '#platform/define-messages.ts'

/** Texts of a package's form and page (spec 2 §2, §4). */
export const t = defineMessages('PackageForm', {
  LabelSearchRecipient: 'Find a resident',
  HelpSearchRecipient: 'Name, unit or e-mail, in any order',
  HintNoResident: 'No resident found. Type name and unit below.',
  HintNobody: 'No resident found.',
  WordOutOfTown: 'Out of town',
  WordSpecialNeeds: 'Special needs',
  WordNoNotices: 'Gets no notices',
  HintDelegates: 'May collect: {names}',
  HelpFromResident: 'Name and unit come from the resident’s record.',
  HelpMailroomFixed: 'Changes only with a status that moves the package.',
  HelpExpiryFixed: 'Changes with the status.',
  HelpExpiryOfActive: 'Changes with the status, or by “{action}”.',
  HelpCollectionTimeFixed: 'Set when the package is collected.',
  HelpRecoveryTimeFixed: 'Set when the package is recovered.',
  ButtonNotAResident: 'Not a resident',
  MsgPackageSaveFailed: 'The package could not be saved',
  ButtonSaveAnyway: 'Save anyway',
})
