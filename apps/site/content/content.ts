/** The texts of the site in one language; a new language has the same fields. */
export type Content = {
  /** `lang` of its pages. */
  readonly language: string
  /** The folder of its pages, empty for the first language. */
  readonly folder: '' | '/de' | '/es'
  readonly languageName: string
  readonly skip: string
  readonly menu: string
  readonly languages: string
  readonly signIn: string
  readonly backToTop: string
  readonly pages: {
    readonly [Page in PageName]: { readonly name: string; readonly title: string; readonly description: string }
  }
  readonly home: {
    readonly beforeWords: string
    /** Shown one after the other. */
    readonly words: readonly string[]
    readonly lead: string
    readonly more: string
    readonly pause: string
    readonly resume: string
    readonly pictures: { readonly heading: string } & Readonly<Record<PictureName, Item>>
    readonly steps: { readonly heading: string; readonly list: readonly Item[] }
    readonly reasons: { readonly heading: string; readonly list: readonly Item[] }
    readonly worksWith: { readonly heading: string; readonly list: readonly Item[] }
  }
  readonly carousel: {
    readonly previous: string
    readonly next: string
    readonly goTo: string
    readonly pause: string
    readonly resume: string
  }
  readonly product: {
    readonly lead: string
    readonly parts: readonly (Item & { readonly points: readonly string[] })[]
    readonly theme: {
      readonly heading: string
      readonly lead: string
      readonly background: string
      readonly button: string
      readonly greeting: string
      readonly collect: string
      readonly dropOff: string
      readonly contrast: string
      readonly weak: string
    }
    readonly details: { readonly heading: string; readonly list: readonly Item[] }
  }
  readonly toggle: { readonly more: string; readonly less: string }
  readonly residents: {
    readonly lead: string
    readonly stepsHeading: string
    readonly steps: readonly Item[]
    readonly questionsHeading: string
    readonly questions: readonly Item[]
    readonly registerHeading: string
    readonly register: string
  }
  readonly gallery: {
    readonly lead: string
    readonly filter: string
    readonly all: string
    readonly kinds: Readonly<Record<'small' | 'medium' | 'large', string>>
    readonly lockers: string
    readonly open: string
    readonly add: string
    readonly sizes: Item
  }
  /** The texts of the box with enlarged drawings (spec 3 §8). */
  readonly lightbox: {
    readonly close: string
    readonly loading: string
    readonly previous: string
    readonly next: string
    readonly notLoaded: string
    readonly ofAll: string
  }
  readonly pricing: {
    readonly lead: string
    readonly cabinetsHeading: string
    readonly count: string
    readonly total: string
    readonly tax: string
    readonly included: Item
    readonly send: string
  }
  /** The panel of chosen cabinets. */
  readonly quote: {
    readonly open: string
    readonly empty: string
    readonly remove: string
    readonly added: string
    readonly go: string
  }
  readonly contact: {
    readonly lead: string
    readonly messageHeading: string
    readonly demoHeading: string
    readonly demoLead: string
    readonly days: string
    /** Shown in the field until days are chosen. */
    readonly daysFormat: string
    readonly from: string
    readonly until: string
    readonly ask: string
    readonly placeHeading: string
    readonly map: string
    readonly sent: Item
  }
  readonly form: {
    readonly name: string
    readonly email: string
    readonly company: string
    readonly phone: string
    readonly message: string
    readonly send: string
    readonly required: string
    readonly invalidEmail: string
    readonly ok: string
    readonly failed: string
    /** The pages for a form that was sent without a script, and refused. */
    readonly incomplete: Item
    readonly wrongEmail: Item
    readonly tooMany: Item
  }
  readonly editor: {
    readonly bold: string
    readonly italic: string
    readonly list: string
    readonly numbers: string
  }
  readonly news: {
    readonly lead: string
    readonly filter: string
    readonly all: string
    readonly kinds: Readonly<Record<NewsKind, string>>
    readonly feed: string
    readonly back: string
  }
  readonly newsPreview: {
    readonly lead: string
    readonly text: string
    readonly preview: string
    readonly example: string
    readonly needsScript: string
  }
  readonly docs: {
    readonly lead: string
    readonly api: Item
    readonly groups: Readonly<Record<DocsGroup, string>>
    readonly back: string
  }
  readonly search: {
    readonly open: string
    readonly field: string
    readonly none: string
    readonly notLoaded: string
  }
  readonly legal: { readonly sections: readonly Item[] }
  readonly newsletter: {
    readonly heading: string
    readonly lead: string
    readonly email: string
    readonly subscribe: string
    /** The replies of the server (spec 3 §8). */
    readonly required: string
    readonly invalidEmail: string
    readonly ok: string
    readonly failed: string
    readonly confirm: Asked
    readonly unsubscribe: Asked
    readonly confirmed: Item
    readonly expired: Item
    readonly unsubscribed: Item
    readonly sent: Item
  }
}
/** A page with a button. */
export type Asked = Item & { readonly button: string }
export type Item = { readonly title: string; readonly text: string }
export type PictureName = 'portal' | 'packages' | 'terminal'
/** The folders of `news/`. */
export type NewsKind = 'product' | 'company'
export type DocsGroup = 'daily' | 'operate' | 'technicians' | 'developers'

/** The pages by name, with the folder of each. */
export const PAGES = {
  home: '/',
  product: '/product/',
  residents: '/residents/',
  gallery: '/gallery/',
  pricing: '/pricing/',
  contact: '/contact/',
  contactSent: '/contact/sent/',
  formIncomplete: '/form/incomplete/',
  formEmail: '/form/email/',
  formLater: '/form/later/',
  news: '/news/',
  newsPreview: '/news/preview/',
  docs: '/docs/how-to/',
  legal: '/legal/',
  newsletterSent: '/newsletter/sent/',
  newsletterConfirm: '/newsletter/confirm/',
  newsletterUnsubscribe: '/newsletter/unsubscribe/',
  newsletterConfirmed: '/newsletter/confirmed/',
  newsletterExpired: '/newsletter/expired/',
  newsletterUnsubscribed: '/newsletter/unsubscribed/',
} as const
export type PageName = keyof typeof PAGES

/** News, how-to pages and the pages to which the server leads are in the first language only. */
const FIRST_LANGUAGE_ONLY: readonly PageName[] = [
  'news',
  'newsPreview',
  'docs',
  'contactSent',
  'formIncomplete',
  'formEmail',
  'formLater',
  'newsletterSent',
  'newsletterConfirm',
  'newsletterUnsubscribe',
  'newsletterConfirmed',
  'newsletterExpired',
  'newsletterUnsubscribed',
]
export const isIn = ({ folder }: Content, page: PageName): boolean => folder === '' || !FIRST_LANGUAGE_ONLY.includes(page)
/** The address of a page, in its language if there is one. */
export const addressOf = (content: Content, page: PageName): string =>
  `${isIn(content, page) ? content.folder : ''}${PAGES[page]}`

/** Where the operator is: the map of the contact page is drawn around it, at the zoom of web maps. */
export const PLACE = {
  name: 'Parcelhall',
  address: 'Kade 1, Rotterdam',
  latitude: 51.9047,
  longitude: 4.4842,
  zoom: 6,
} as const
