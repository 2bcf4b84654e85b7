import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

export const portalUserEntity = entity('PortalUser')

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('PortalUserScreens', {
  ScreenUsers: 'Portal users',
  ScreenNewUser: 'New portal user',
  ScreenUser: 'Portal user',
  ScreenSignInRules: 'Sign-in rules',
  ScreenRoles: 'Roles and permissions',
})
