import { expect, test } from 'vitest'
import { PERMISSIONS } from './permissions.ts'

/** As the texts name them, each in its section 6; what stands as 'View/Add/Edit/Delete for …' is written out. */
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
/** The two that the decisions add. */
const OURS = 'OpenLocker EraseResident'

test('the list of permissions is what the three texts name, our own two, and no other', () => {
  const named = [TEXT_1, TEXT_2, TEXT_3, OURS].flatMap((text) => text.trim().split(/\s+/))
  expect([...PERMISSIONS].sort()).toEqual([...new Set(named)].sort())
})
