/** The release that the footer shows; put in by the build. */
declare const __RELEASE__: string

/** A file that the build makes a worker of. */
declare module '*?worker' {
  const Made: new () => Worker
  export default Made
}
