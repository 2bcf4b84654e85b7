import type { Permission } from '#platform/permissions.ts'
import { extensionPoint } from '#platform/portal/navigation/extensions.ts'

/** Another way to add residents than the form: a button of the list, and a link while the list is empty. */
export const OTHER_WAYS_TO_ADD = extensionPoint<{
  readonly to: string
  readonly button: string
  readonly text: string
  readonly needs: Permission
}>()
