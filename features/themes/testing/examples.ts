import { examplesOf } from '#apps/server/testing/example.ts'
import { DEFAULT_VALUES } from '#features/kiosks/theme.ts'
import { themes } from '../contract.ts'
import { THEME_IMAGE_HASH } from './image-hash.ts'

export const themesExamples = examplesOf(themes, {
  get: ({ ids, organisationId }) => ({ params: { propertyId: ids.property, organisationId } }),
  image: ({ ids }) => ({ params: { propertyId: ids.property, hash: THEME_IMAGE_HASH } }),
  save: ({ ids, organisationId, mark }) => ({
    input: { ...DEFAULT_VALUES, PropertyId: ids.property, OrganisationId: organisationId, ScreensaverText: mark('Screensaver') },
  }),
  imageForKiosk: () => ({ params: { hash: THEME_IMAGE_HASH } }),
  publish: ({ ids }) => ({ params: { propertyId: ids.property } }),
})
