import { defineMessages } from '#platform/define-messages.ts'
import { type Entity, entity } from '#platform/entity.ts'

/** Whoever may add organisations may list them, and the edit path has no last word (spec 3 §2). */
export const organisationEntity: Entity<'id'> = {
  ...entity('Organisation'),
  param: 'id',
  editPath: '/organisation/{id}/',
  view: 'AddOrganisation',
}

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('OrganisationScreens', {
  ScreenOrganisations: 'Organisations',
  ScreenNewOrganisation: 'New organisation',
  ScreenOrganisation: 'Organisation Details',
  ScreenMyOrganisation: 'My organisation',
  ScreenMobileApp: 'Mobile app',
  ScreenMyMobileApp: 'Mobile app of my organisation',
  ScreenSmsGateway: 'SMS gateway',
  ScreenMySmsGateway: 'SMS gateway of my organisation',
})
