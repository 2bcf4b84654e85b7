import { defineMessages } from '#platform/define-messages.ts'
import { type Entity, entity } from '#platform/entity.ts'

/** Advice tags have the permissions of general settings, and the edit path has no last word (spec 3 §2). */
export const adviceTagEntity: Entity<'advicetagId'> = {
  ...entity('GeneralSetting'),
  path: '/advicetag',
  param: 'advicetagId',
  editPath: '/advicetag/{advicetagId}/',
}

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('AdviceTagScreens', {
  ScreenAdviceTags: 'Advice tags',
  ScreenNewAdviceTag: 'New advice tag',
  ScreenAdviceTag: 'Advice tag',
})
