import { defineMessages } from './define-messages.ts'

/** Texts of addresses that cannot be opened; apart from the common ones because the sign-in page does not need them. */
export const t = defineMessages('Place', {
  MsgUnknownAddress: 'There is no page at {address}. This is the home page; the menu and the search (Ctrl+K) lead to all others.',
})
