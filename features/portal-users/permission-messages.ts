import { defineMessages, type Message } from '#platform/define-messages.ts'
import { PERMISSIONS, type Permission } from '#platform/permissions.ts'

/** The specification's name of a permission, with spaces (spec 1 §6, 2 §6, 3 §6). */
const inEnglish = (permission: Permission) => permission.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
const names = Object.fromEntries(PERMISSIONS.map((permission) => [`Permission${permission}`, inEnglish(permission)]))

/** The names of the permissions. */
export const t = defineMessages('Permission', names as Record<`Permission${Permission}`, string>)

export const permissionName = (permission: Permission): Message => t(`Permission${permission}`)
