import { defineMessages } from './define-messages.ts'

/** What each screen is for and what to do first; loaded when the help is opened. */
export const t = defineMessages('Help', {
  TitleChecklist: 'First steps',
  StepProperty: 'Add the first property',
  StepBuilding: 'Add its first building',
  StepCourier: 'Add a courier',
  StepResidents: 'Add residents, or import them',
  StepLockerBank: 'Set up a locker bank',
  StepPackage: 'Book in a package',
  StepUsers: 'Invite a colleague',
  StepDone: '(done)',
  HelpGuide: 'How to do it, step by step',
  HelpGuides: 'All how-to pages',
  HelpPackages:
    'Every package of your properties, newest first. Search by name, unit, package or tracking number, and filter by status. Open a row for its history, a note or an action; check several rows to change them at once.',
  HelpIntake:
    'Book a package that arrived in the mailroom. Choose the mailroom, scan or type the tracking number, then the resident. Enter saves it, and the resident is told.',
  HelpAgeing:
    'Packages that are late or flagged, the oldest first. Work through them one by one: the number of an action does it, and the next package comes up.',
  HelpHandOver:
    'Give packages to a resident at the desk. Choose the property, scan or type the access code, name, unit or number, check the packages and take the proof that your property asks for.',
  HelpTrends:
    'How many packages came and went by day, how full the lockers were and how long packages waited. Choose places and days.',
  HelpNotices: 'E-mails and SMS to residents: to whom, when, and whether they arrived. Open one to read it, or send it again.',
  HelpDashboard:
    'The locker banks with what needs attention first: offline kiosks, full sizes, late packages. A row opens the bank. The figures change by themselves.',
  HelpBank:
    'Every door of the bank as it is now. Choose a door to see its package, change its state or open it; each opening asks for a reason and is recorded.',
  HelpResidents:
    'Who lives in your properties. Add one by hand, import a file or let residents register themselves. A resident needs an e-mail address or a phone number to get codes.',
  HelpImport:
    'Upload a file with residents. You see what would change before anything does; refused lines are listed with their reason and can be downloaded.',
  HelpImports:
    'The files that were uploaded or fetched, with what each has changed. A file that waits is applied or discarded from here.',
  HelpRegistrations:
    'People who registered themselves as residents. Compare them with the resident list and approve or reject them. Nobody gets a code before that. Print the poster with the QR code from the menu of General Settings.',
  HelpAgentRegistrations: 'Couriers’ agents who registered themselves. Approve or reject them; nobody opens a door before that.',
  HelpAgents:
    'The people who deliver: their courier, properties and PIN for the kiosk. A locked agent cannot sign in at any kiosk.',
  HelpCouriers: 'The companies that deliver. Agents belong to one of them, and reports count packages by courier.',
  HelpProperties:
    'Your houses with their address, time zone and settings: how long packages wait, which proof is needed, who is reminded when. Buildings, mailrooms and locker banks belong to a property.',
  HelpTheme:
    'Colours, logo and texts of the terminals of this property. The preview shows each screen; publish to send it to the kiosks.',
  HelpRegions: 'Groups of properties, for filters, reports and the rights of users.',
  HelpBuildings: 'The buildings of a property. Units of residents and locker banks belong to a building.',
  HelpMailrooms: 'Rooms in which packages wait on a shelf. Packages that fit no locker go to the mailroom of their bank.',
  HelpLockerBanks:
    'Cabinets with their kiosk. Draw the layout, connect each locker with its device, publish, and export the key for the kiosk. The order of the tabs is the order of the work.',
  HelpLayout:
    'Draw the cabinet: columns, lockers with their sizes, the terminal. Nothing changes at the kiosk before you publish.',
  HelpDevices:
    'Say which lock opens which locker. Click a device to open its door, then click the open door in the drawing. Guided mapping goes from device to device.',
  HelpBankSettings: 'How this bank behaves: openings, alerts, lights. What is empty comes from the property.',
  HelpTemplates:
    'The texts of e-mails and SMS. Change them with the preview beside, in each language, and send a test to yourself.',
  HelpFetched: 'Residents’ files from your SFTP or FTP server or mailbox. The list shows each file and what became of it.',
  HelpUsers: 'Colleagues who use this portal, with their role and properties. An invitation lets each choose the password.',
  HelpSignInRules: 'Who must sign in with a second step, and how often passwords and sessions end.',
  HelpRoles: 'What each role may do. Compare before you invite somebody.',
  HelpAdviceTags: 'Short remarks for packages, such as “fragile” or “keep cool”. Kiosk and mailroom offer them.',
  HelpOrganisations: 'The customers of this installation. Each sees only its own properties and people.',
  HelpOrganisation: 'Name, logo, mobile app and SMS gateway of your organisation.',
  HelpGeneral:
    'Settings of the whole organisation: addresses for summaries and alerts, imports, and the links and posters for self-registration.',
  HelpPoster: 'A poster with the QR code for self-registration. Print it and hang it beside the lockers.',
  HelpAudit: 'Who did what and when. Filter by person, action and day; an entry shows the values before and after.',
  HelpSingleSignOn: 'Let users sign in at your own provider, such as Microsoft Entra ID or Keycloak.',
  HelpSystem: 'Whether the server, its database, broker and mail work, and which jobs wait.',
  HelpNewsletter: 'Who has subscribed to the newsletter of the public site. The export has confirmed addresses only.',
  HelpEnquiries: 'Messages, quotes and wishes for a demonstration from the public site.',
  HelpReports:
    'Choose parameters and press Preview. Sort by a heading, follow a link to a record, and export or print. Save the parameters as a set if you need them again.',
  HelpSchedules:
    'Reports that are sent by e-mail, daily, weekly or monthly. Each recipient gets the rows of his or her own properties.',
  HelpRuns: 'Which report was run by whom, with which parameters. Open one to run it again.',
  HelpProfile: 'Your name, language, password, second step, and where you are signed in.',
  HelpAbout: 'The version of the portal.',
})
export type HelpKey = keyof typeof t.table
