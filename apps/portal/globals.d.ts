/** The release in the footer; inserted by the build. */
declare const __RELEASE__: string
/** Identifies the texts of the build; empty in development. */
declare const __TEXTS__: string

/** A file that the build bundles as a worker. */
declare module '*?worker' {
  const Made: new () => Worker
  export default Made
}
