/** The release that the footer shows; put in by the build. */
declare const __RELEASE__: string
