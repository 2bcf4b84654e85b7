import { DEFAULT_LANGUAGE, type Language, languageOf } from '#platform/language.ts'
import type { Template, Templates } from './templates.ts'
import type { Medium, NoticeType } from './types.ts'

const FACTS_EN = `<p>Package <strong>{{PackageNumber}}</strong> · {{CourierName}} {{TrackingNumber}}</p>`
const FACTS_DE = `<p>Paket <strong>{{PackageNumber}}</strong> · {{CourierName}} {{TrackingNumber}}</p>`
const FACTS_ES = `<p>Paquete <strong>{{PackageNumber}}</strong> · {{CourierName}} {{TrackingNumber}}</p>`

const sms = (subject: string): Template => ({ subject, body: '' })

const EN: Templates = {
  deliveredToLocker: {
    email: {
      subject: 'A package is in locker {{LockerName}} for you',
      body: `<p>Hello {{ResidentFirstName}},</p><p>a package is waiting for you in locker <strong>{{LockerName}}</strong> of {{PlaceName}}, {{PropertyName}}. Open it with your access code until <strong>{{ExpiryDate}}</strong>.</p>${FACTS_EN}`,
    },
    sms: sms(
      '{{PropertyName}}: a package is in locker {{LockerName}}, {{PlaceName}}. Please collect it until {{ExpiryDate}}. ({{PackageNumber}})',
    ),
  },
  arrivedInMailroom: {
    email: {
      subject: 'A package is in the mailroom for you',
      body: `<p>Hello {{ResidentFirstName}},</p><p>a package is waiting for you in <strong>{{PlaceName}}</strong>, {{PropertyName}}. Please collect it until <strong>{{ExpiryDate}}</strong>.</p>${FACTS_EN}`,
    },
    sms: sms('{{PropertyName}}: a package is in {{PlaceName}}. Please collect it until {{ExpiryDate}}. ({{PackageNumber}})'),
  },
  reminder: {
    email: {
      subject: 'Reminder: your package is still waiting',
      body: `<p>Hello {{ResidentFirstName}},</p><p>your package of {{DropOffDate}} is still in <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}. Please collect it until <strong>{{ExpiryDate}}</strong>.</p>${FACTS_EN}`,
    },
    sms: sms(
      '{{PropertyName}}: your package is still in {{PlaceName}} {{LockerName}}. Please collect it until {{ExpiryDate}}. ({{PackageNumber}})',
    ),
  },
  expired: {
    email: {
      subject: 'Your package was not collected in time',
      body: `<p>Hello {{ResidentFirstName}},</p><p>your package of {{DropOffDate}} in <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}, was to be collected until {{ExpiryDate}}. Please collect it soon or talk to the staff, otherwise it may be returned.</p>${FACTS_EN}`,
    },
    sms: sms(
      '{{PropertyName}}: your package in {{PlaceName}} {{LockerName}} has expired. Please collect it soon or talk to the staff. ({{PackageNumber}})',
    ),
  },
  collected: {
    email: {
      subject: 'Your package was collected',
      body: `<p>Hello {{ResidentFirstName}},</p><p>your package of {{DropOffDate}} was collected at {{PropertyName}}. If that was neither you nor somebody you sent, please tell the staff.</p>${FACTS_EN}`,
    },
    sms: sms('{{PropertyName}}: your package {{PackageNumber}} was collected. If that was not you, please tell the staff.'),
  },
  transferred: {
    email: {
      subject: 'Your package was moved',
      body: `<p>Hello {{ResidentFirstName}},</p><p>your package is now in <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}. Please collect it until <strong>{{ExpiryDate}}</strong>.</p>${FACTS_EN}`,
    },
    sms: sms(
      '{{PropertyName}}: your package is now in {{PlaceName}} {{LockerName}}. Please collect it until {{ExpiryDate}}. ({{PackageNumber}})',
    ),
  },
}

const DE: Templates = {
  deliveredToLocker: {
    email: {
      subject: 'Ein Paket liegt für Sie in Fach {{LockerName}}',
      body: `<p>Guten Tag {{ResidentName}},</p><p>in Fach <strong>{{LockerName}}</strong> von {{PlaceName}}, {{PropertyName}}, liegt ein Paket für Sie. Sie öffnen es bis <strong>{{ExpiryDate}}</strong> mit Ihrem Zugangscode.</p>${FACTS_DE}`,
    },
    sms: sms(
      '{{PropertyName}}: Ein Paket liegt in Fach {{LockerName}}, {{PlaceName}}. Bitte bis {{ExpiryDate}} abholen. ({{PackageNumber}})',
    ),
  },
  arrivedInMailroom: {
    email: {
      subject: 'Ein Paket liegt für Sie im Postraum',
      body: `<p>Guten Tag {{ResidentName}},</p><p>in <strong>{{PlaceName}}</strong>, {{PropertyName}}, liegt ein Paket für Sie. Bitte holen Sie es bis <strong>{{ExpiryDate}}</strong> ab.</p>${FACTS_DE}`,
    },
    sms: sms('{{PropertyName}}: Ein Paket liegt in {{PlaceName}}. Bitte bis {{ExpiryDate}} abholen. ({{PackageNumber}})'),
  },
  reminder: {
    email: {
      subject: 'Erinnerung: Ihr Paket wartet noch',
      body: `<p>Guten Tag {{ResidentName}},</p><p>Ihr Paket vom {{DropOffDate}} liegt noch in <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}. Bitte holen Sie es bis <strong>{{ExpiryDate}}</strong> ab.</p>${FACTS_DE}`,
    },
    sms: sms(
      '{{PropertyName}}: Ihr Paket liegt noch in {{PlaceName}} {{LockerName}}. Bitte bis {{ExpiryDate}} abholen. ({{PackageNumber}})',
    ),
  },
  expired: {
    email: {
      subject: 'Ihr Paket wurde nicht rechtzeitig abgeholt',
      body: `<p>Guten Tag {{ResidentName}},</p><p>Ihr Paket vom {{DropOffDate}} in <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}, war bis {{ExpiryDate}} abzuholen. Bitte holen Sie es bald ab oder sprechen Sie mit dem Personal, sonst geht es möglicherweise zurück.</p>${FACTS_DE}`,
    },
    sms: sms(
      '{{PropertyName}}: Die Frist für Ihr Paket in {{PlaceName}} {{LockerName}} ist abgelaufen. Bitte bald abholen. ({{PackageNumber}})',
    ),
  },
  collected: {
    email: {
      subject: 'Ihr Paket wurde abgeholt',
      body: `<p>Guten Tag {{ResidentName}},</p><p>Ihr Paket vom {{DropOffDate}} wurde in {{PropertyName}} abgeholt. Falls das weder Sie noch jemand in Ihrem Auftrag war, melden Sie sich bitte beim Personal.</p>${FACTS_DE}`,
    },
    sms: sms(
      '{{PropertyName}}: Ihr Paket {{PackageNumber}} wurde abgeholt. Waren Sie es nicht, melden Sie sich bitte beim Personal.',
    ),
  },
  transferred: {
    email: {
      subject: 'Ihr Paket liegt jetzt an einem anderen Ort',
      body: `<p>Guten Tag {{ResidentName}},</p><p>Ihr Paket liegt jetzt in <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}. Bitte holen Sie es bis <strong>{{ExpiryDate}}</strong> ab.</p>${FACTS_DE}`,
    },
    sms: sms(
      '{{PropertyName}}: Ihr Paket liegt jetzt in {{PlaceName}} {{LockerName}}. Bitte bis {{ExpiryDate}} abholen. ({{PackageNumber}})',
    ),
  },
}

const ES: Templates = {
  deliveredToLocker: {
    email: {
      subject: 'Tiene un paquete en la taquilla {{LockerName}}',
      body: `<p>Hola, {{ResidentFirstName}}:</p><p>Tiene un paquete en la taquilla <strong>{{LockerName}}</strong> de {{PlaceName}}, {{PropertyName}}. Puede abrirla con su código hasta el <strong>{{ExpiryDate}}</strong>.</p>${FACTS_ES}`,
    },
    sms: sms(
      '{{PropertyName}}: tiene un paquete en la taquilla {{LockerName}}, {{PlaceName}}. Puede recogerlo hasta el {{ExpiryDate}}. ({{PackageNumber}})',
    ),
  },
  arrivedInMailroom: {
    email: {
      subject: 'Tiene un paquete en la sala de correo',
      body: `<p>Hola, {{ResidentFirstName}}:</p><p>Tiene un paquete en <strong>{{PlaceName}}</strong>, {{PropertyName}}. Recójalo hasta el <strong>{{ExpiryDate}}</strong>.</p>${FACTS_ES}`,
    },
    sms: sms('{{PropertyName}}: tiene un paquete en {{PlaceName}}. Puede recogerlo hasta el {{ExpiryDate}}. ({{PackageNumber}})'),
  },
  reminder: {
    email: {
      subject: 'Recordatorio: su paquete sigue esperando',
      body: `<p>Hola, {{ResidentFirstName}}:</p><p>Su paquete del {{DropOffDate}} sigue en <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}. Recójalo hasta el <strong>{{ExpiryDate}}</strong>.</p>${FACTS_ES}`,
    },
    sms: sms(
      '{{PropertyName}}: su paquete sigue en {{PlaceName}} {{LockerName}}. Puede recogerlo hasta el {{ExpiryDate}}. ({{PackageNumber}})',
    ),
  },
  expired: {
    email: {
      subject: 'Su paquete no se recogió a tiempo',
      body: `<p>Hola, {{ResidentFirstName}}:</p><p>El plazo de su paquete del {{DropOffDate}} en <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}, terminó el {{ExpiryDate}}. Recójalo pronto o hable con el personal; si no, puede ser devuelto.</p>${FACTS_ES}`,
    },
    sms: sms(
      '{{PropertyName}}: el plazo de su paquete en {{PlaceName}} {{LockerName}} ha terminado. Conviene recogerlo pronto. ({{PackageNumber}})',
    ),
  },
  collected: {
    email: {
      subject: 'Su paquete fue recogido',
      body: `<p>Hola, {{ResidentFirstName}}:</p><p>Su paquete del {{DropOffDate}} fue recogido en {{PropertyName}}. Si no fue usted ni alguien de su parte, avise al personal.</p>${FACTS_ES}`,
    },
    sms: sms('{{PropertyName}}: su paquete {{PackageNumber}} fue recogido. Si no fue usted, avise al personal.'),
  },
  transferred: {
    email: {
      subject: 'Su paquete está en otro lugar',
      body: `<p>Hola, {{ResidentFirstName}}:</p><p>Su paquete está ahora en <strong>{{PlaceName}} {{LockerName}}</strong>, {{PropertyName}}. Recójalo hasta el <strong>{{ExpiryDate}}</strong>.</p>${FACTS_ES}`,
    },
    sms: sms(
      '{{PropertyName}}: su paquete se encuentra ahora en {{PlaceName}} {{LockerName}}. Puede recogerlo hasta el {{ExpiryDate}}. ({{PackageNumber}})',
    ),
  },
}

/** The languages that have texts of their own; those of English variants are the same. */
const DEFAULTS: Partial<Record<Language, Templates>> = { [DEFAULT_LANGUAGE]: EN, de: DE, es: ES }
export const TEMPLATE_LANGUAGES = Object.keys(DEFAULTS) as readonly Language[]

/** The language of templates for a language tag, such as an organisation's culture. */
export function templateLanguageOf(tag: string): Language {
  const language = languageOf(tag)
  return language && DEFAULTS[language] ? language : DEFAULT_LANGUAGE
}

export const defaultTemplate = (type: NoticeType, medium: Medium, language: Language): Template =>
  (DEFAULTS[language] ?? EN)[type][medium]
