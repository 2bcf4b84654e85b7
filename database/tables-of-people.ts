import type { At, Computed, Made, MadeAt, Maybe, MaybeAt, OfProperty, Owned } from './column-types.ts'

/** Couriers with their agents, residents, and registrations of both. */
export type PeopleTables = {
  couriers: Owned & {
    name: string
    description: Made<string>
    sort_order: Made<number>
    is_dry_cleaning: Made<boolean>
    search_text: Computed<string>
    deleted_at: MaybeAt
  }
  agents: Owned & {
    courier_id: string
    role_id: number
    first_name: string
    last_name: string
    full_name: Computed<string>
    email: string
    mobile_phone: Made<string>
    email_key: Computed<string>
    mobile_digits: Computed<string>
    search_text: Computed<string>
    is_active: Made<boolean>
    created_at: MadeAt
    deleted_at: MaybeAt
  }
  agent_properties: { organisation_id: string; agent_id: string; property_id: string }
  kiosk_logins: Owned & {
    user_name: string
    pin_hash: string
    agent_id: Maybe<string>
    portal_user_id: Maybe<string>
    wrong_pins: Made<number>
    is_locked: Made<boolean>
    /** Sessions at terminals that began until then have ended. */
    sessions_ended_at: MaybeAt
  }
  registrations: Owned & {
    kind: 'resident' | 'agent'
    status: Made<number>
    first_name: string
    last_name: string
    email: string
    phone_number: string
    email_key: Computed<string>
    mobile_digits: Computed<string>
    unit_key: Computed<string>
    search_text: Computed<string>
    language: string
    created_at: MadeAt
    token_hash: Buffer
    token_expires_at: At
    email_verified_at: MaybeAt
    comments: Made<string>
    reviewer_id: Maybe<string>
    reviewer_name: Made<string>
    decided_at: MaybeAt
    rejection_due: Made<boolean>
    property_id: Maybe<string>
    building_id: Maybe<string>
    unit_number: Made<string>
    phone1: Made<string>
    phone2: Made<string>
    is_dda: Made<boolean>
    resident_id: Maybe<string>
    courier_id: Maybe<string>
    role_id: Maybe<number>
    user_name: Made<string>
    pin_hash: Maybe<string>
    agent_id: Maybe<string>
  }
  registration_properties: { organisation_id: string; registration_id: string; property_id: string }
  captcha_answers: { organisation_id: string; answer_hash: Buffer; expires_at: At }
  residents: OfProperty & {
    building_id: string
    unit_number: string
    first_name: string
    last_name: string
    full_name: Computed<string>
    email: Made<string>
    mobile_phone: Made<string>
    phone1: Made<string>
    phone2: Made<string>
    address: Made<string>
    language: Made<string>
    occupancy_status: Made<number>
    is_active: Made<boolean>
    is_out_of_town: Made<boolean>
    is_disabled: Made<boolean>
    has_opted_out: Made<boolean>
    is_email_notification_enabled: Made<boolean>
    is_sms_notification_enabled: Made<boolean>
    access_code_encrypted: Maybe<Buffer>
    access_code_hash: Maybe<Buffer>
    hold_from: Maybe<string>
    hold_until: Maybe<string>
    erased_at: MaybeAt
    audit_key: Maybe<Buffer>
    external_id: Made<string>
    facet: Computed<number>
    search_text: Computed<string>
    status_order: Computed<number>
    by_last_name: Computed<string>
    by_unit: Computed<string>
    name_key: Computed<string>
    unit_key: Computed<string>
    email_key: Computed<string>
    mobile_digits: Computed<string>
    created_at: MadeAt
    deleted_at: MaybeAt
  }
  resident_counts: { organisation_id: string; property_id: string; building_id: string; facet: number; residents: number }
  resident_delegates: OfProperty & {
    resident_id: string
    name: string
    email: Made<string>
    from_day: string
    until_day: string
    access_code_encrypted: Buffer
    access_code_hash: Buffer
    created_at: MadeAt
  }
}
