/** The texts of the site in one language; a new language has the same fields. */
export type Content = {
  readonly language: string
  readonly skip: string
  readonly menu: string
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
    readonly picture: string
    readonly pause: string
    readonly resume: string
    readonly steps: { readonly heading: string; readonly list: readonly Item[] }
    readonly reasons: { readonly heading: string; readonly list: readonly Item[] }
  }
  readonly product: { readonly lead: string; readonly parts: readonly (Item & { readonly points: readonly string[] })[] }
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
    readonly close: string
    readonly previous: string
    readonly next: string
    readonly ofAll: string
  }
  readonly pricing: {
    readonly lead: string
    readonly cabinetsHeading: string
    readonly price: string
    readonly count: string
    readonly total: string
    readonly tax: string
    readonly send: string
  }
  readonly contact: {
    readonly lead: string
    readonly messageHeading: string
    readonly demoHeading: string
    readonly demoLead: string
    readonly from: string
    readonly until: string
    readonly ask: string
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
    readonly confirmed: Item
    readonly expired: Item
    readonly unsubscribed: Item
    readonly sent: Item
  }
}
export type Item = { readonly title: string; readonly text: string }

/** The pages by name, with the folder of each. */
export const PAGES = {
  home: '/',
  product: '/product/',
  residents: '/residents/',
  gallery: '/gallery/',
  pricing: '/pricing/',
  contact: '/contact/',
  contactSent: '/contact/sent/',
  legal: '/legal/',
  newsletterSent: '/newsletter/sent/',
  newsletterConfirmed: '/newsletter/confirmed/',
  newsletterExpired: '/newsletter/expired/',
  newsletterUnsubscribed: '/newsletter/unsubscribed/',
} as const
export type PageName = keyof typeof PAGES
