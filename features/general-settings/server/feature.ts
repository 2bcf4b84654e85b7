import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'

export const generalSettingsFeature: ServerFeature<unknown> = { texts: [t, screens] }
