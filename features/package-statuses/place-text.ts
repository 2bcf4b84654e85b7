export type PlaceNames = { LockerBankName: string | null; LockerName: string | null; MailRoomName: string | null }

/** A package's place, or its last one: 'Quay North Lobby · L12', or the mailroom's name. */
export const placeText = ({ LockerBankName, LockerName, MailRoomName }: PlaceNames): string =>
  [LockerBankName ?? MailRoomName, LockerName].filter(Boolean).join(' · ')
