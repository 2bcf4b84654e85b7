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
  StepHandOver: 'Hand a parcel over',
  StepOpenDetail: 'See what is behind a door',
  StepReview: 'Review the registrations',
  StepAgeing: 'Work through late packages',
  StepReport: 'Run a report',
  StepAudit: 'Look at the audit trail',
  StepDone: '(done)',
  HelpGuide: 'How to do it, step by step',
  HelpGuides: 'All how-to pages',
  HelpPackages:
    'Every package of your properties, newest first. Search by name, unit, package or tracking number, and filter by status. Open a row for its history, a note or an action; check several rows to change them at once.',
  HelpIntake:
    'Book a package that arrived in the mailroom. Choose the mailroom, scan or type the tracking number, then the resident. Enter saves it, and the resident is notified.',
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
    'Every door of the bank as it is now. Choose a door to see its package, change its state or open it. Each opening is recorded with the name of who asked for it.',
  HelpResidents:
    'Who lives in your properties. Add one by hand, import a file or let residents register themselves. A resident needs an e-mail address or a phone number to get codes.',
  HelpImport:
    'Upload a file with residents. You see what would change before anything does; refused lines are listed with their reason and can be downloaded.',
  HelpImports:
    'The files that were uploaded or fetched, with what each has changed. A file that waits is applied or discarded from here.',
  HelpRegistrations:
    'People who registered themselves as residents. Compare them with the resident list and approve or reject them; nobody gets a code before that. The poster with the QR code is linked in General Settings, beside the address of the form.',
  HelpAgentRegistrations: 'Couriers’ agents who registered themselves. Approve or reject them; nobody opens a door before that.',
  HelpAgents:
    'The people who deliver: their courier, properties and PIN for the kiosk. A locked agent cannot sign in at any kiosk.',
  HelpCouriers: 'The companies that deliver. Agents belong to one of them, and reports count packages by courier.',
  HelpProperties:
    'Your houses with their address, time zone and settings: how long packages wait, which proof is needed, who is reminded when. Buildings, mailrooms and locker banks belong to a property.',
  HelpTheme:
    'Colours, logo and texts of the terminals of this property. The preview shows each screen; publish to send it to the kiosks.',
  HelpRegions:
    'Groups of properties, such as a city. Lists of properties are filtered by region, and one box chooses all properties of a region for a user or an agent.',
  HelpBuildings: 'The buildings of a property. Units of residents and locker banks belong to a building.',
  HelpMailrooms: 'Rooms in which packages wait on a shelf. Packages that fit no locker go to the mailroom of their bank.',
  HelpLockerBanks:
    'Cabinets with their kiosk. Draw the layout, connect each locker with its device, publish, and export the key for the kiosk. The order of the tabs is the order of the work.',
  HelpLayout:
    'Draw the cabinet: columns, lockers with their sizes, the terminal. Nothing changes at the kiosk before you publish.',
  HelpDevices:
    'Say which lock opens which locker. Click a device to open its door, then click the open door in the drawing. Guided mapping goes from device to device.',
  HelpBankSettings:
    'How this bank behaves: openings, alerts, lights. Each setting shows its limits and its default. The kiosk uses changes from the next publish.',
  HelpTemplates:
    'The texts of e-mails and SMS. Change them with the preview beside, in each language, and send a test to yourself.',
  HelpFetched: 'Residents’ files from your SFTP or FTP server or mailbox. The list shows each file and what became of it.',
  HelpUsers: 'Colleagues who use this portal, with their role and properties. An invitation lets each choose the password.',
  HelpSignInRules:
    'Who must sign in with a second step, such as a code of an app. Users who have none set one up at their next sign-in.',
  HelpRoles: 'What each role may do. Compare before you invite somebody.',
  HelpAdviceTags: 'Short remarks for packages, such as “fragile” or “keep cool”. Kiosk and mailroom offer them.',
  HelpOrganisations: 'The customers of this installation. Each sees only its own properties and people.',
  HelpOrganisation: 'Name, time zone and logo of your organisation. The tabs lead to the mobile app and the SMS gateway.',
  HelpGeneral:
    'Settings of the whole organisation: language, addresses for summaries and alerts, openings, imports. The links and posters for self-registration are here too.',
  HelpPoster: 'A poster with the QR code for self-registration. Print it and hang it beside the lockers.',
  HelpAudit: 'Who did what and when. Filter by person, action and day; an entry shows the values before and after.',
  HelpSingleSignOn:
    'Let users sign in at your own provider, such as Microsoft Entra ID or Keycloak. Enter the address and the client of the provider, test it, then choose which groups get which role.',
  HelpSystem: 'Whether the server, its database, broker and mail work. Jobs that wait or failed are listed with their reason.',
  HelpNewsletter: 'Who has subscribed to the newsletter of the public site. The export has confirmed addresses only.',
  HelpEnquiries:
    'Messages, quotes and wishes for a demonstration from the public site. The e-mail address in each line opens an answer.',
  HelpReports:
    'Choose parameters and press Preview. Sort by a heading, follow a link to a record, and export or print. Save the parameters as a set if you need them again.',
  HelpSchedules: 'Reports that are sent by e-mail, daily, weekly or monthly. Recipients get the rows of their own properties.',
  HelpRuns: 'Which report was run by whom, with which parameters. Open one to run it again.',
  HelpProfile:
    'Your name, language and date format, password and second step. The last tab lists where you are signed in, and ends a sign-in that is not yours.',
  HelpAbout: 'The version of the portal. Name it when you ask for help.',
  HelpMobile:
    'What residents see in the mobile app: terms, help, contact, logo and colour. Remote unlocking is switched on or off here too.',
  HelpSms:
    'The account that sends your SMS. Enter its addresses for incoming messages and statuses at the provider, save, and send a test.',
  HelpCreate:
    'Fill in the required fields and save: the new record opens. “Save and add another” keeps the form for the next one.',
  HelpRecord:
    'One record with its fields. If a colleague saves it before you, both versions are shown field by field and nothing that you typed is lost. The history says who changed what.',
  HelpPackage:
    'One package: its status, recipient, place and times. The status decides which fields are open. Its history shows each event with the person.',
  HelpLabel:
    'A label with the name, the unit and the number as a barcode. Choose paper of 100 × 62 mm for a label printer; the barcode is read in every field for packages.',
  HelpResident:
    'One resident: home, contact, messages, absence and access code. The code is hidden until you show it, and each reading is recorded. Other tabs have the packages, delegates and history.',
  HelpReview:
    'Compare what the person typed with the possible duplicates and the occupants of the unit. Approve, reject or correct the fields first; the e-mail address must be verified before an approval.',
  HelpImportFile:
    'What one file would change or has changed, line by line. Refused lines have their reason; correct them in the file and upload it again.',
  HelpLockerBank:
    'One locker bank with its state and the steps that are still open. The tabs lead to layout, devices, settings and the access of the terminal.',
  HelpTemplate:
    'The text of one kind of notice, with a tab for each language. Buttons insert fields such as the name; the preview shows the result. Send yourself a test before you save.',
  HelpUser:
    'One user: name, role, properties and login for the terminals. The access tab shows what the user can see and do. A user who has not signed in yet can be invited again.',
  HelpAuditEntry: 'One recorded action: who, when, and the values before and after. Entries cannot be changed or deleted.',
})
export type HelpKey = keyof typeof t.table
