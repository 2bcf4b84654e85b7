import type { Authorisation } from './contract.ts'

/** The exported key file (spec 1 §3), with which a kiosk is set up. */
export const keyFileOf = (key: Authorisation) => ({
  LockerBankCode: key.LockerBankCode,
  OrganisationSystemName: key.OrganisationSystemName,
  ApiKey: key.APIKeyId,
  ApiSecret: key.ApiSecret,
  RelayEndPointName: key.RelayEndPointName,
})
