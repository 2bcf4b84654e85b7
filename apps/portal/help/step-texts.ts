import { t as auditHelp } from '#features/audit/help.ts'
import { t as buildingsHelp } from '#features/buildings/help.ts'
import { t as couriersHelp } from '#features/couriers/help.ts'
import { t as dashboardsHelp } from '#features/dashboards/help.ts'
import { t as handOverHelp } from '#features/hand-over/help.ts'
import { t as lockerBanksHelp } from '#features/locker-banks/help.ts'
import { t as packagesHelp } from '#features/packages/help.ts'
import { t as portalUsersHelp } from '#features/portal-users/help.ts'
import { t as propertiesHelp } from '#features/properties/help.ts'
import { t as registrationsHelp } from '#features/registrations/help.ts'
import { t as reportsHelp } from '#features/reports/help.ts'
import { t as residentsHelp } from '#features/residents/help.ts'
import type { Message } from '#platform/define-messages.ts'
import type { StepName } from './role-steps.ts'

/** The texts of the first steps, of the features whose screens they open; loaded with the checklist. */
export const STEP_TEXTS: Readonly<Record<StepName, Message>> = {
  StepProperty: propertiesHelp('StepProperty'),
  StepBuilding: buildingsHelp('StepBuilding'),
  StepCourier: couriersHelp('StepCourier'),
  StepResidents: residentsHelp('StepResidents'),
  StepLockerBank: lockerBanksHelp('StepLockerBank'),
  StepPackage: packagesHelp('StepPackage'),
  StepUsers: portalUsersHelp('StepUsers'),
  StepHandOver: handOverHelp('StepHandOver'),
  StepOpenDetail: dashboardsHelp('StepOpenDetail'),
  StepReview: registrationsHelp('StepReview'),
  StepAgeing: packagesHelp('StepAgeing'),
  StepReport: reportsHelp('StepReport'),
  StepAudit: auditHelp('StepAudit'),
}
