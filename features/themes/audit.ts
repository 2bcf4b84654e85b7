import { COLORS, IMAGES, TEXTS } from '#features/kiosks/theme.ts'
import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as theme } from './messages.ts'

export const t = defineMessages('ThemeAudit', {
  AuditThemeChanged: 'Theme changed',
  AuditThemePublished: 'Theme published',
})

export const themeAudit = defineAudit({
  actions: actionsOn('property', {
    'theme changed': t('AuditThemeChanged'),
    'theme published': t('AuditThemePublished'),
  }),
  fields: {
    ...Object.fromEntries([...COLORS, ...TEXTS, ...IMAGES].map((field) => [field, theme(`Label${field}`)])),
    Font: theme('LabelFont'),
    ScreensaverTextSize: theme('LabelScreensaverTextSize'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly themes: typeof themeAudit
  }
}
