const crud = (subject: string) => [`View${subject}`, `Add${subject}`, `Edit${subject}`, `Delete${subject}`]

/** Every permission (spec 1 §6, 2 §6, 3 §6; decisions "Roles"). */
export const PERMISSIONS = [
  'ViewDashboard',
  'ViewLockerBankDashboard',
  'OpenLocker',
  'ViewLockerBank',
  'AddLockerBank',
  'EditLockerBank',
  'DeleteLockerBank',
  'SetupLockerBank',
  'ViewPackage',
  'AddPackage',
  'EditPackage',
  'ViewResident',
  'AddResident',
  'EditResident',
  'DeleteResident',
  'EraseResident',
  'ManualImportResident',
  'ViewResidentRegistration',
  'EditResidentRegistration',
  'ViewAgent',
  'AddAgent',
  'EditAgent',
  'DeleteAgent',
  'ViewAgentRegistration',
  'EditAgentRegistration',
  'ViewCourier',
  'AddCourier',
  'EditCourier',
  'DeleteCourier',
  'ViewProperty',
  'AddProperty',
  'EditProperty',
  'DeleteProperty',
  'ViewRegion',
  'AddRegion',
  'EditRegion',
  'DeleteRegion',
  'ViewBuilding',
  'AddBuilding',
  'EditBuilding',
  'DeleteBuilding',
  'ViewMailroom',
  'AddMailroom',
  'EditMailroom',
  'DeleteMailroom',
  'ViewPortalUser',
  'AddPortalUser',
  'EditPortalUser',
  'DeletePortalUser',
  'ViewGeneralSetting',
  'AddGeneralSetting',
  'EditGeneralSetting',
  'DeleteGeneralSetting',
  'ViewNotificationTemplate',
  'AddNotificationTemplate',
  'EditNotificationTemplate',
  'DeleteNotificationTemplate',
  'OrganisationReport',
  'PropertyReport',
  'AddOrganisation',
  'EditOrganisation',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Ids of the specification; 8 is a locker bank's kiosk. `everyProperty`: the role is not limited to some properties. */
export const ROLES = {
  superadmin: { id: 1, name: 'Super administrator', everyProperty: true },
  organisationmanager: { id: 2, name: 'Organisation manager', everyProperty: true },
  propertymanager: { id: 3, name: 'Property manager', everyProperty: false },
  leasingspecialist: { id: 4, name: 'Leasing specialist', everyProperty: false },
  mailroomstaff: { id: 5, name: 'Mailroom staff', everyProperty: false },
  deliveryagent: { id: 6, name: 'Delivery Agent', everyProperty: false },
  deliveryrecoveryagent: { id: 7, name: 'Delivery & Recovery Agent', everyProperty: false },
  lockerbank: { id: 8, name: 'Locker bank', everyProperty: false },
  drycleaningagent: { id: 9, name: 'Dry Cleaning Agent', everyProperty: false },
} as const
export type Role = keyof typeof ROLES
/** The roles of portal users; the others are of agents and kiosks. */
export const PORTAL_ROLES = [
  'superadmin',
  'organisationmanager',
  'propertymanager',
  'leasingspecialist',
  'mailroomstaff',
] as const satisfies readonly Role[]
export type PortalRole = (typeof PORTAL_ROLES)[number]
export const roleById = (id: number): Role | undefined => (Object.keys(ROLES) as Role[]).find((role) => ROLES[role].id === id)

const organisationOnly: readonly string[] = [
  'AddOrganisation',
  'EditOrganisation',
  'OrganisationReport',
  ...crud('GeneralSetting'),
  ...crud('PortalUser'),
  ...crud('Region'),
  'AddProperty',
  'DeleteProperty',
  'AddNotificationTemplate',
  'EditNotificationTemplate',
  'DeleteNotificationTemplate',
  'EraseResident',
]

export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  superadmin: PERMISSIONS,
  organisationmanager: PERMISSIONS.filter((p) => p !== 'AddOrganisation'),
  propertymanager: PERMISSIONS.filter((p) => !organisationOnly.includes(p)),
  leasingspecialist: [
    'ViewDashboard',
    'ViewLockerBankDashboard',
    'ViewPackage',
    'AddPackage',
    'EditPackage',
    'ViewResident',
    'AddResident',
    'EditResident',
    'DeleteResident',
    'ManualImportResident',
    'ViewResidentRegistration',
    'EditResidentRegistration',
  ],
  mailroomstaff: [
    'ViewDashboard',
    'ViewLockerBankDashboard',
    'OpenLocker',
    'ViewPackage',
    'AddPackage',
    'EditPackage',
    'ViewResident',
  ],
  deliveryagent: [],
  deliveryrecoveryagent: [],
  lockerbank: [],
  drycleaningagent: [],
}

/** Whether any of the required permissions is granted (spec 1 §6). */
export const hasAnyPermission = (granted: ReadonlySet<Permission>, required: readonly Permission[]) =>
  required.some((permission) => granted.has(permission))
