import { expect, test } from 'vitest'
import { PERMISSIONS, ROLE_PERMISSIONS } from './permissions.ts'

/** Section 6 of each text, with 'View/Add/Edit/Delete for …' written out. */
const TEXT_1 = `
  ViewDashboard ViewLockerBankDashboard ViewLockerBank AddLockerBank EditLockerBank DeleteLockerBank SetupLockerBank
  ViewResident AddResident EditResident DeleteResident
  ViewAgent AddAgent EditAgent DeleteAgent
  ViewBuilding AddBuilding EditBuilding DeleteBuilding
  ViewMailroom AddMailroom EditMailroom DeleteMailroom
  ViewProperty AddProperty EditProperty DeleteProperty
  ViewCourier AddCourier EditCourier DeleteCourier
  ViewRegion AddRegion EditRegion DeleteRegion
  ViewPortalUser AddPortalUser EditPortalUser DeletePortalUser
  ViewGeneralSetting AddGeneralSetting EditGeneralSetting DeleteGeneralSetting
  ViewNotificationTemplate AddNotificationTemplate EditNotificationTemplate DeleteNotificationTemplate
  ManualImportResident ViewResidentRegistration EditResidentRegistration ViewAgentRegistration EditAgentRegistration
  AddPackage EditPackage ViewPackage OrganisationReport PropertyReport AddOrganisation EditOrganisation`
const TEXT_2 = `
  ViewResident AddResident EditResident DeleteResident ManualImportResident ViewResidentRegistration EditResidentRegistration
  ViewAgent AddAgent EditAgent DeleteAgent ViewAgentRegistration EditAgentRegistration
  ViewCourier AddCourier EditCourier DeleteCourier ViewPackage AddPackage EditPackage`
const TEXT_3 = `
  ViewProperty AddProperty EditProperty DeleteProperty ViewBuilding AddBuilding EditBuilding DeleteBuilding
  ViewMailroom AddMailroom EditMailroom DeleteMailroom ViewRegion AddRegion EditRegion DeleteRegion
  ViewPortalUser AddPortalUser EditPortalUser DeletePortalUser
  ViewGeneralSetting AddGeneralSetting EditGeneralSetting DeleteGeneralSetting
  ViewNotificationTemplate AddNotificationTemplate EditNotificationTemplate
  OrganisationReport PropertyReport AddOrganisation EditOrganisation`
/** Added by the decisions. */
const ADDED = `
  OpenLocker EraseResident ViewAudit`

test('PERMISSIONS › are those of the three texts and those that the decisions add', () => {
  const named = [TEXT_1, TEXT_2, TEXT_3, ADDED].flatMap((text) => text.trim().split(/\s+/))
  expect([...PERMISSIONS].sort()).toEqual([...new Set(named)].sort())
})

/** The permissions of each role as the decisions put them (decisions "Roles"). */
const STAFF = 'ViewDashboard ViewLockerBankDashboard ViewPackage AddPackage EditPackage ViewResident'
const OF_ROLES = {
  // "residents, registrations, packages (view, add, edit), dashboards"
  leasingspecialist: `${STAFF} AddResident EditResident DeleteResident ManualImportResident ViewResidentRegistration EditResidentRegistration`,
  // "packages, dashboards, opening lockers, viewing residents"
  mailroomstaff: `${STAFF} OpenLocker`,
  deliveryagent: '',
  deliveryrecoveryagent: '',
  lockerbank: '',
  drycleaningagent: '',
}
/** What "without organisation, settings and portal users' administration" takes from property managers. */
const NOT_OF_PROPERTY_MANAGERS = `
  AddOrganisation EditOrganisation OrganisationReport AddProperty DeleteProperty ViewRegion AddRegion EditRegion DeleteRegion
  ViewGeneralSetting AddGeneralSetting EditGeneralSetting DeleteGeneralSetting
  ViewPortalUser AddPortalUser EditPortalUser DeletePortalUser
  AddNotificationTemplate EditNotificationTemplate DeleteNotificationTemplate EraseResident ViewAudit`

test('ROLE_PERMISSIONS › are those of the decisions', () => {
  const listed = (text: string) => text.trim().split(/\s+/).filter(Boolean).sort()
  const allBut = (text: string) => PERMISSIONS.filter((permission) => !listed(text).includes(permission)).sort()
  const held = Object.fromEntries(Object.entries(ROLE_PERMISSIONS).map(([role, permissions]) => [role, [...permissions].sort()]))
  expect(held).toEqual({
    superadmin: allBut(''),
    organisationmanager: allBut('AddOrganisation'),
    propertymanager: allBut(NOT_OF_PROPERTY_MANAGERS),
    ...Object.fromEntries(Object.entries(OF_ROLES).map(([role, text]) => [role, listed(text)])),
  })
})
