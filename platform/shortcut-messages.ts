import { defineMessages } from './define-messages.ts'

/** Texts of the list of keyboard shortcuts, which loads them when it opens. */
export const t = defineMessages('Shortcuts', {
  ShortcutsOn: 'Keys without Ctrl',
  HelpShortcutsOn: 'Switch them off if they disturb you, for example when you dictate.',
  GroupEverywhere: 'Everywhere',
  GroupGo: 'Go to a page: G, then',
  GroupLists: 'In lists',
  GroupRecords: 'On records',
  KeyPalette: 'Search everything',
  KeySearch: 'Search the list, otherwise everything',
  KeyHelp: 'This list',
  KeyScreenHelp: 'Help of the screen',
  KeyEdit: 'Edit: the chosen row, or the first field of the record',
  KeyRow: 'Next and previous row',
  KeyCell: 'From cell to cell',
  KeyOpen: 'Open the row',
  KeyCheck: 'Check the row',
  KeyCellEdit: 'Edit the cell',
  KeyColumnMenu: 'Menu of the column, in its heading',
  KeyNeighbour: 'Next and previous record of the list',
  KeyAction: 'An action of the queue Ageing, by its number',
})
