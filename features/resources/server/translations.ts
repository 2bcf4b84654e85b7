import agentsDe from '#features/agents/messages.de.json' with { type: 'json' }
import agentsEs from '#features/agents/messages.es.json' with { type: 'json' }
import alertsDe from '#features/alerts/messages.de.json' with { type: 'json' }
import alertsEs from '#features/alerts/messages.es.json' with { type: 'json' }
import buildingsDe from '#features/buildings/messages.de.json' with { type: 'json' }
import buildingsEs from '#features/buildings/messages.es.json' with { type: 'json' }
import couriersDe from '#features/couriers/messages.de.json' with { type: 'json' }
import couriersEs from '#features/couriers/messages.es.json' with { type: 'json' }
import dashboardsDe from '#features/dashboards/messages.de.json' with { type: 'json' }
import dashboardsEs from '#features/dashboards/messages.es.json' with { type: 'json' }
import devicesDe from '#features/devices/messages.de.json' with { type: 'json' }
import devicesEs from '#features/devices/messages.es.json' with { type: 'json' }
import importsDe from '#features/imports/messages.de.json' with { type: 'json' }
import importsEs from '#features/imports/messages.es.json' with { type: 'json' }
import kiosksDe from '#features/kiosks/messages.de.json' with { type: 'json' }
import kiosksEs from '#features/kiosks/messages.es.json' with { type: 'json' }
import layoutDe from '#features/layout/messages.de.json' with { type: 'json' }
import layoutEs from '#features/layout/messages.es.json' with { type: 'json' }
import lockerBanksDe from '#features/locker-banks/messages.de.json' with { type: 'json' }
import lockerBanksEs from '#features/locker-banks/messages.es.json' with { type: 'json' }
import packagesDe from '#features/packages/messages.de.json' with { type: 'json' }
import packagesBritish from '#features/packages/messages.en-GB.json' with { type: 'json' }
import packagesEs from '#features/packages/messages.es.json' with { type: 'json' }
import registrationsDe from '#features/registrations/messages.de.json' with { type: 'json' }
import registrationsEs from '#features/registrations/messages.es.json' with { type: 'json' }
import residentsDe from '#features/residents/messages.de.json' with { type: 'json' }
import residentsEs from '#features/residents/messages.es.json' with { type: 'json' }
import sessionDe from '#features/session/messages.de.json' with { type: 'json' }
import sessionBritish from '#features/session/messages.en-GB.json' with { type: 'json' }
import sessionEs from '#features/session/messages.es.json' with { type: 'json' }
import type { Table } from '#platform/define-messages.ts'
import commonDe from '#platform/messages.de.json' with { type: 'json' }
import commonBritish from '#platform/messages.en-GB.json' with { type: 'json' }
import commonEs from '#platform/messages.es.json' with { type: 'json' }
import portalDe from '#platform/portal/messages.de.json' with { type: 'json' }
import portalEs from '#platform/portal/messages.es.json' with { type: 'json' }

/** A language's files. What one of them lacks stays in our own language. */
export type Translation = Readonly<Record<string, Table>>

export const GERMAN: Translation = {
  ...commonDe,
  ...portalDe,
  ...sessionDe,
  ...dashboardsDe,
  ...alertsDe,
  ...lockerBanksDe,
  ...layoutDe,
  ...devicesDe,
  ...kiosksDe,
  ...packagesDe,
  ...couriersDe,
  ...agentsDe,
  ...residentsDe,
  ...importsDe,
  ...registrationsDe,
  ...buildingsDe,
}

export const SPANISH: Translation = {
  ...commonEs,
  ...portalEs,
  ...sessionEs,
  ...dashboardsEs,
  ...alertsEs,
  ...lockerBanksEs,
  ...layoutEs,
  ...devicesEs,
  ...kiosksEs,
  ...packagesEs,
  ...couriersEs,
  ...agentsEs,
  ...residentsEs,
  ...importsEs,
  ...registrationsEs,
  ...buildingsEs,
}

/** Only where the British write otherwise, with the Australians. */
export const BRITISH: Translation = { ...commonBritish, ...sessionBritish, ...packagesBritish }
