type PlaceNames = { LockerBankName: string | null; LockerName: string | null; MailRoomName: string | null }

/** Where a package lies, or lay last: 'Quay North Lobby · L12', or the mailroom's name. */
export const placeText = ({ LockerBankName, LockerName, MailRoomName }: PlaceNames): string =>
  [LockerBankName ?? MailRoomName, LockerName].filter(Boolean).join(' · ')
