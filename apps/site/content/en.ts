import type { Content } from './content.ts'

/** The site in English. */
export const en: Content = {
  language: 'en',
  folder: '',
  languageName: 'English',
  skip: 'Skip to content',
  menu: 'Menu',
  languages: 'Languages',
  signIn: 'Sign in',
  backToTop: 'Back to top',
  pages: {
    home: {
      name: 'Home',
      title: 'Parcel lockers and mailrooms for residential buildings',
      description:
        'Parcelhall runs the parcel lockers and the mailroom of a residential building: drop-off, collection with a code, remote opening and reports.',
    },
    product: {
      name: 'Product',
      title: 'Lockers, mailroom, portal and kiosk in one product',
      description: 'What property staff, couriers and residents do with Parcelhall, part by part.',
    },
    residents: {
      name: 'For residents',
      title: 'How to collect your parcels',
      description: 'How residents collect parcels from the locker, and answers to common questions.',
    },
    gallery: {
      name: 'Gallery',
      title: 'Locker banks, drawn from their layouts',
      description: 'Examples of locker banks with the sizes of their lockers.',
    },
    pricing: {
      name: 'Pricing',
      title: 'Prices, and a quote in a minute',
      description: 'List prices of locker banks. Choose cabinets, see the sum, and ask for a quote.',
    },
    contact: {
      name: 'Contact',
      title: 'Write to us, or see it at work',
      description: 'Ask a question, or choose days for a demonstration of Parcelhall.',
    },
    news: {
      name: 'News',
      title: 'News',
      description: 'What is new in Parcelhall, and what we have learned from buildings that use it.',
    },
    newsPreview: { name: '', title: 'Preview of a news page', description: '' },
    docs: {
      name: 'Docs',
      title: 'How to …',
      description: 'Step by step: daily work, running the server, connecting lock boards and identity providers, and the API.',
    },
    contactSent: { name: '', title: 'Thank you, we have received it', description: '' },
    formIncomplete: { name: '', title: 'Please complete all fields!', description: '' },
    formEmail: { name: '', title: 'Invalid Email!', description: '' },
    formLater: { name: '', title: 'Too many requests', description: '' },
    legal: {
      name: 'Legal',
      title: 'Privacy and cookies',
      description: 'What this site and the product store about visitors, residents and staff.',
    },
    newsletterSent: { name: '', title: 'Please check your inbox', description: '' },
    newsletterConfirm: { name: '', title: 'Please confirm your subscription', description: '' },
    newsletterUnsubscribe: { name: '', title: 'Unsubscribe from the newsletter', description: '' },
    newsletterConfirmed: { name: '', title: 'Your subscription is confirmed', description: '' },
    newsletterExpired: { name: '', title: 'This link does not work any more', description: '' },
    newsletterUnsubscribed: { name: '', title: 'You have unsubscribed', description: '' },
  },
  home: {
    beforeWords: 'Parcels that find',
    words: ['their resident', 'their locker', 'their way at night', 'their mailroom shelf'],
    lead: 'Couriers drop off in seconds. Residents collect with a code, at any hour. Your staff sees every locker and every parcel of the building, and opens a door from the desk when somebody needs help.',
    more: 'See the product',
    pause: 'Pause the changing words',
    resume: 'Resume the changing words',
    pictures: {
      heading: 'The product in pictures',
      portal: {
        title: 'The dashboard of a locker bank',
        text: 'The dashboard of a locker bank: every locker with its state, and the parcel in the selected one',
      },
      packages: {
        title: 'Every parcel of the house, with its status',
        text: 'The list of parcels: resident, unit, locker, status and how long each has waited',
      },
      terminal: {
        title: 'The screens of the terminal, in the colours of the property',
        text: 'The editor of a terminal’s colours with a preview of its screens',
      },
    },
    steps: {
      heading: 'From the courier to the resident',
      list: [
        { title: 'Drop off', text: 'The courier signs in at the kiosk, chooses the resident and a size, and a door opens.' },
        { title: 'Tell', text: 'The resident gets an e-mail or an SMS with a code, in their language.' },
        { title: 'Collect', text: 'The code opens the door. The history shows who opened it and when.' },
      ],
    },
    reasons: {
      heading: 'What you can rely on',
      list: [
        {
          title: 'No door opens by accident',
          text: 'Every opening names a person and a reason, waits for the answer of the lock, and is in the audit trail.',
        },
        {
          title: 'Nothing is lost',
          text: 'A kiosk writes each step to its disk before a door opens. After a lost connection or a power cut it goes on where it was, and reports everything once.',
        },
        {
          title: 'One building sees one building',
          text: 'Organisations and properties are separated in the database itself, not only on the screen.',
        },
        {
          title: 'For everybody',
          text: 'The portal and this site work with a keyboard and a screen reader, in light and dark. The portal speaks English, German and Spanish.',
        },
      ],
    },
    worksWith: {
      heading: 'Works with what you have',
      list: [
        { title: 'OpenID Connect', text: 'Sign-in with your own accounts' },
        { title: 'SFTP and FTP', text: 'Residents from your property system' },
        { title: 'SMTP', text: 'E-mails from your own address' },
        { title: 'SMS', text: 'Through the gateway of your choice' },
        { title: 'RS-485', text: 'KERONG CU16 and compatible lock boards' },
        { title: 'MQTT', text: 'Kiosks behind any firewall' },
        { title: 'PostgreSQL', text: 'Your records in a database you can read' },
        { title: 'OpenAPI', text: 'Every operation for your own programs' },
      ],
    },
  },
  carousel: {
    previous: 'Previous slide',
    next: 'Next slide',
    goTo: 'Slide {n}',
    pause: 'Pause the slides',
    resume: 'Resume the slides',
  },
  product: {
    lead: 'Four parts that share one record of every parcel.',
    parts: [
      {
        title: 'Lockers',
        text: 'A locker bank has columns of lockers in your sizes, and its own kiosk.',
        points: [
          'Draw the layout in a designer, and map each door to its lock',
          'See every locker live: free, occupied, expired, dirty or out of order',
          'Open a door from the desk, with a reason and within limits that you set',
        ],
      },
      {
        title: 'Mailroom',
        text: 'Parcels that do not fit, or that come before the locker does, wait on a shelf.',
        points: [
          'Book a parcel in by its barcode, with a photo of the label if you like',
          'Hand it over against a signature or a photo',
          'Reminders and expiry by weekdays, with a list of what is late',
        ],
      },
      {
        title: 'Portal',
        text: 'The morning view for property staff, and the settings behind it.',
        points: [
          'Residents by form, by import from your property system, or by self-registration with review',
          'Texts of e-mails and SMS in your words, with preview and test',
          'Seven reports, as pages, PDF, Excel, Word and CSV, and by e-mail on a schedule',
        ],
      },
      {
        title: 'Kiosk',
        text: 'The terminal in the lobby, with the colours and the logo of the property.',
        points: [
          'Drop-off, collection, recovery and dry cleaning, step by step',
          'Speaks to lock boards by RS-485, and checks that a door has really opened',
          'Loses nothing in connection losses, power cuts and restarts',
        ],
      },
    ],
    theme: {
      heading: 'Theme your kiosk',
      lead: 'Choose two colours. Texts become black or white, whichever is easier to read.',
      background: 'Background',
      button: 'Buttons',
      greeting: 'Welcome to Riverside Quay',
      collect: 'Collect',
      dropOff: 'Drop off',
      contrast: 'Contrast of buttons and background: {contrast} : 1.',
      weak: 'At least 3 : 1 is needed, so that everybody finds the buttons.',
    },
    details: {
      heading: 'For technicians',
      list: [
        {
          title: 'Network',
          text: 'A kiosk opens one outgoing connection (MQTT over TLS) to the server, and needs no open port, no fixed address and no VPN. It signs in with a key of its own, which the portal exports and can revoke. Codes and PINs are checked by the server. What has begun when the connection is lost is finished: each event waits in a journal on the disk, and is reported in order when the connection is back.',
        },
        {
          title: 'Lock boards',
          text: 'A kiosk drives KERONG CU16 and compatible boards on an RS-485 bus, up to 16 locks on a board and 15 boards on a bus. Each opening is checked by the contact of the lock: a door that was released but did not open is tried again, then reported, and the locker is taken out of service after repeated failures.',
        },
        {
          title: 'Power and restarts',
          text: 'Each step of a drop-off or a collection is on the disk before a door opens. A kiosk that loses power goes on where it was: a door that was left open is still known, and no event is sent twice or lost. A release is never queued, so that no door opens minutes after it was asked for.',
        },
        {
          title: 'Server',
          text: 'One Node.js process and one PostgreSQL database serve hundreds of buildings; several processes share the load with an external Mosquitto. Backups are one command, and a restore says which key they need. Tenants and properties are separated by row-level security in the database.',
        },
      ],
    },
  },
  toggle: { more: 'Show all', less: 'Show less' },
  residents: {
    lead: 'Your building has a parcel locker. This is how you use it.',
    stepsHeading: 'Three steps',
    steps: [
      { title: 'Wait for the message', text: 'It names the locker bank and has a code of your own.' },
      {
        title: 'Enter the code',
        text: 'Touch Collect on the kiosk and type the code. Some buildings also ask for your unit number.',
      },
      { title: 'Take everything', text: 'All doors with parcels of yours open, one after the other. Please close them.' },
    ],
    questionsHeading: 'Questions',
    questions: [
      {
        title: 'I have lost my code',
        text: 'Ask the staff of your building. They send you a new one; nobody can read the old one.',
      },
      {
        title: 'Can somebody else collect for me?',
        text: 'Yes. The staff can give another person a code of their own for some days.',
      },
      { title: 'I am out of town', text: 'Tell the staff the days. Your parcels are then kept until you are back.' },
      {
        title: 'The door does not open',
        text: 'Try once more. If it still stays closed, call the number on the kiosk: the staff can open it from the desk.',
      },
      {
        title: 'How long does a parcel wait?',
        text: 'As long as your building has set, in weekdays. The message and the reminders name the day.',
      },
      { title: 'How do I stop the SMS?', text: 'Answer STOP. E-mails go on, as they have your codes.' },
    ],
    registerHeading: 'Not registered yet?',
    register: 'Scan the code on the poster beside your locker, or ask the staff of your building for its registration address.',
  },
  gallery: {
    lead: 'Every bank is a set of columns. The drawings show the sizes of their lockers.',
    filter: 'Size of the building',
    all: 'All',
    kinds: { small: 'Up to 40 homes', medium: 'Up to 120 homes', large: 'More homes' },
    lockers: 'lockers',
    open: 'Enlarge',
    add: 'Add to the quote',
    sizes: {
      title: 'Sizes',
      text: 'S is for letters and small boxes, M for a shoe box, L for two, XL for a suitcase. Columns can be mixed freely.',
    },
  },
  lightbox: {
    close: 'Close',
    loading: 'Loading...',
    previous: 'Previous',
    next: 'Next',
    notLoaded: 'Image not loaded!',
    ofAll: '%curr% of %total%',
  },
  pricing: {
    lead: 'A locker bank is paid once. The software costs nothing for buildings that run it themselves; we charge for support only.',
    cabinetsHeading: 'Choose your cabinets',
    count: 'Number of {name}',
    total: 'List price',
    tax: 'Without tax, transport and installation, which the quote names.',
    included: {
      title: 'What is included',
      text: 'The cabinet with its locks, lock boards and terminal, the keys of all doors, and two years of warranty on parts.',
    },
    send: 'Ask for a quote',
  },
  quote: {
    open: 'Your quote',
    empty: 'Nothing is chosen yet. Add cabinets in the gallery.',
    remove: 'Remove',
    added: '{name} was added to your quote.',
    go: 'Ask for this quote',
  },
  contact: {
    lead: 'We reply within one working day.',
    messageHeading: 'Write to us',
    demoHeading: 'A demonstration at your desk',
    demoLead: 'Choose the days that suit you. We propose an hour on one of them, and show portal, kiosk and cabinet at work.',
    days: 'Days (month/day/year)',
    daysFormat: 'MM/DD/YYYY – MM/DD/YYYY',
    from: 'From',
    until: 'Until',
    ask: 'Ask for a demonstration',
    placeHeading: 'Where we are',
    map: 'Map of the North Sea coast with Rotterdam at its centre',
    sent: { title: 'Thank you, we have received it', text: 'We reply within one working day.' },
  },
  form: {
    name: 'Name',
    email: 'E-mail address',
    company: 'Company (optional)',
    phone: 'Phone (optional)',
    message: 'Message',
    send: 'Send',
    required: 'Please complete all fields!',
    invalidEmail: 'Please enter a valid e-mail address!',
    ok: 'Thank you. We reply within one working day.',
    failed: 'This could not be sent. Please try again later.',
    incomplete: {
      title: 'Please complete all fields!',
      text: 'Nothing has been sent. Go back to the form: what you typed is still there.',
    },
    wrongEmail: { title: 'Invalid Email!', text: 'Nothing has been sent. Go back to the form, and correct the e-mail address.' },
    tooMany: { title: 'Too many requests', text: 'Nothing has been sent. Please try again later.' },
  },
  editor: { bold: 'Bold', italic: 'Italic', list: 'List', numbers: 'Numbered list' },
  news: {
    lead: 'What is new in the product, and what we have learned from buildings that use it.',
    filter: 'Subject',
    all: 'All',
    kinds: { product: 'Product', company: 'Company' },
    feed: 'Feed (RSS)',
    back: 'All news',
  },
  newsPreview: {
    lead: 'Write a news page in Markdown, and see how it will look. Nothing is sent or stored.',
    text: 'Text in Markdown',
    preview: 'Preview',
    example: '## A heading\n\nA paragraph with **bold** words, a [link](https://example.com) and\n\n- a list\n- of two',
    needsScript: 'Trying other words needs JavaScript. This is the example.',
  },
  docs: {
    lead: 'Short pages for one task each.',
    api: { title: 'The API', text: 'Every operation of the portal, with its input, its output and who may call it:' },
    groups: {
      daily: 'Daily work',
      operate: 'Setting up and running the server',
      technicians: 'Cabinets and kiosks',
      developers: 'Changing the product',
    },
    back: 'All how-to pages',
  },
  search: {
    open: 'Search',
    field: 'Search this site',
    none: 'Nothing has these words.',
    notLoaded: 'Content not loaded!',
  },
  legal: {
    sections: [
      {
        title: 'This site',
        text: 'It sets no cookies, loads nothing from other servers and counts no visitors. The newsletter stores your e-mail address until you unsubscribe; a link in each issue does that.',
      },
      {
        title: 'Residents',
        text: 'The operator of your building decides which data is kept. Staff can export and erase the data of a resident; histories then keep no name.',
      },
      {
        title: 'Staff',
        text: 'The audit trail keeps who did what and when, as the operator needs it to find out about a missing parcel.',
      },
    ],
  },
  newsletter: {
    heading: 'Newsletter',
    lead: 'A few times a year: what is new, in plain words.',
    email: 'Your e-mail address',
    subscribe: 'Subscribe',
    required: 'Please complete all fields!',
    invalidEmail: 'Invalid Email!',
    ok: 'Thank You!',
    failed: 'Server Internal Error',
    sent: {
      title: 'Please check your inbox',
      text: 'We have sent you a link. Open it within 72 hours to confirm your subscription.',
    },
    confirm: {
      title: 'Please confirm your subscription',
      text: 'Press the button to get the newsletter. Otherwise nothing will come.',
      button: 'Confirm',
    },
    unsubscribe: {
      title: 'Unsubscribe from the newsletter',
      text: 'Press the button, and your e-mail address is deleted from the list.',
      button: 'Unsubscribe',
    },
    confirmed: { title: 'Your subscription is confirmed', text: 'Thank you. Each issue has a link to unsubscribe.' },
    expired: {
      title: 'This link does not work any more',
      text: 'It was valid for three days. Enter your address below again, and you get a new one.',
    },
    unsubscribed: { title: 'You have unsubscribed', text: 'Your e-mail address has been deleted from the list.' },
  },
}
