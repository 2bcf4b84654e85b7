import { de as agentsDe } from '#features/agents/messages.de.ts'
import { es as agentsEs } from '#features/agents/messages.es.ts'
import { de as alertsDe } from '#features/alerts/messages.de.ts'
import { es as alertsEs } from '#features/alerts/messages.es.ts'
import { de as buildingsDe } from '#features/buildings/messages.de.ts'
import { es as buildingsEs } from '#features/buildings/messages.es.ts'
import { de as couriersDe } from '#features/couriers/messages.de.ts'
import { es as couriersEs } from '#features/couriers/messages.es.ts'
import { de as dashboardsDe } from '#features/dashboards/messages.de.ts'
import { es as dashboardsEs } from '#features/dashboards/messages.es.ts'
import { de as devicesDe } from '#features/devices/messages.de.ts'
import { es as devicesEs } from '#features/devices/messages.es.ts'
import { de as importsDe } from '#features/imports/messages.de.ts'
import { es as importsEs } from '#features/imports/messages.es.ts'
import { de as kiosksDe } from '#features/kiosks/messages.de.ts'
import { es as kiosksEs } from '#features/kiosks/messages.es.ts'
import { de as layoutDe } from '#features/layout/messages.de.ts'
import { es as layoutEs } from '#features/layout/messages.es.ts'
import { de as lockerBanksDe } from '#features/locker-banks/messages.de.ts'
import { es as lockerBanksEs } from '#features/locker-banks/messages.es.ts'
import { de as packagesDe } from '#features/packages/messages.de.ts'
import { british as packagesBritish } from '#features/packages/messages.en-GB.ts'
import { es as packagesEs } from '#features/packages/messages.es.ts'
import { de as registrationsDe } from '#features/registrations/messages.de.ts'
import { es as registrationsEs } from '#features/registrations/messages.es.ts'
import { de as residentsDe } from '#features/residents/messages.de.ts'
import { es as residentsEs } from '#features/residents/messages.es.ts'
import { de as sessionDe } from '#features/session/messages.de.ts'
import { british as sessionBritish } from '#features/session/messages.en-GB.ts'
import { es as sessionEs } from '#features/session/messages.es.ts'
import { de as commonDe } from '#platform/messages.de.ts'
import { british as commonBritish } from '#platform/messages.en-GB.ts'
import { es as commonEs } from '#platform/messages.es.ts'
import { de as portalDe } from '#platform/portal/messages.de.ts'
import { es as portalEs } from '#platform/portal/messages.es.ts'
import type { Table } from '#platform/text.ts'

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
