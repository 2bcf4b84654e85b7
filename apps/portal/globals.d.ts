/** The release that the footer shows; put in by the build. */
declare const __RELEASE__: string
/** Names the texts of the build; empty while they are being written. */
declare const __TEXTS__: string

/** A file that the build makes a worker of. */
declare module '*?worker' {
  const Made: new () => Worker
  export default Made
}
