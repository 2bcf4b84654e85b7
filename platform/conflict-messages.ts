import { defineMessages } from './define-messages.ts'

/** Texts about a record that somebody else has changed meanwhile. */
export const t = defineMessages('Conflict', {
  MsgChangedElsewhere: 'Somebody else has changed this since you opened it.',
  ConflictTitle: 'Changed by somebody else meanwhile',
  ConflictHelp: 'What you typed is kept. The rest now shows the other changes. Save again to store it.',
  ConflictField: 'Changed field',
  ConflictTheirs: 'Theirs',
  ConflictYours: 'Yours',
  ConflictNotYours: 'Not changed by you',
  ConflictTaken: 'Their value is used',
  ConflictTake: 'Take theirs',
  ConflictPicture: 'A picture',
  ConflictOther: 'Another one',
  ConflictTakeOf: 'Take theirs: {field}',
})
