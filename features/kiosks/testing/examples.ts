import { examplesOf, none } from '#apps/server/testing/example.ts'
import { THEME_IMAGE_HASH } from '#features/themes/testing/image-hash.ts'
import { kiosks } from '../contract.ts'

export const kiosksExamples = examplesOf(kiosks, {
  configuration: none,
  themeImage: () => ({ params: { hash: THEME_IMAGE_HASH } }),
  signIn: none,
  signOut: none,
  recipients: none,
  reserve: none,
  reserveForMailroomPackage: none,
  reserveForDryCleaning: none,
  // No reservation is open: giving back one that has ended is no error.
  giveBack: ({ ids }) => ({ params: { id: ids.package } }),
  collection: none,
  recovery: none,
  confirmation: none,
})
