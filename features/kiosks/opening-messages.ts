import { defineMessages } from '#platform/define-messages.ts'

/** Why a remote opening is refused. */
export const t = defineMessages('OpeningRefusals', {
  MsgTooManyOpenings: 'You have opened as many lockers within a minute as one person may ({count}). Please wait.',
  MsgTooManyOpeningsHour: 'You have opened as many lockers within an hour as one person may ({count}). Please wait.',
  MsgTooManyOpeningsOrganisation:
    'As many lockers of your organisation have been opened within a minute as are allowed ({count}). Please wait.',
  MsgTooManyOpeningsOrganisationHour:
    'As many lockers of your organisation have been opened within an hour as are allowed ({count}). Please wait.',
  MsgPasswordRequired: 'Too many lockers were opened. Please confirm your password before you open another one.',
  MsgOpeningStopped: 'Remote opening is stopped. Lockers can be opened here again when a manager releases it.',
})
