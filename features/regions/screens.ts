import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

/** Its edit path is spelled as in spec 3 §2. */
export const regionEntity = entity('Region', { editWord: 'eidt' })

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('RegionScreens', {
  ScreenRegions: 'Regions',
  ScreenNewRegion: 'New region',
  ScreenRegion: 'Region Details',
})
