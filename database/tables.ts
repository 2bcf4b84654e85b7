import type { ColumnType, Generated } from 'kysely'

/** The schema as the queries see it; `tables.test.ts` compares it with the migrated database. */
type Made<T> = ColumnType<T, T | undefined, T>
/** timestamptz: ISO 8601 text when read, text or Date when written. */
type At = ColumnType<string, string | Date, string | Date>
type MadeAt = ColumnType<string, string | Date | undefined, string | Date>
type MaybeAt = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
type Computed<T> = ColumnType<T, never, never>

type Owned = { organisation_id: string; id: string }
type OfProperty = Owned & { property_id: string }

export type Tables = {
  organisations: {
    id: string
    organisation_id: Computed<string>
    name: string
    system_name: string
    description: Made<string>
    time_zone: string
    culture: Made<string>
    is_active: Made<boolean>
    is_super_admin: Made<boolean>
    created_at: MadeAt
  }
  regions: Owned & { name: string; description: Made<string>; deleted_at: MaybeAt }
  properties: Owned & {
    region_id: Maybe<string>
    name: string
    external_code: string
    description: Made<string>
    time_zone: string
    address: string
    deleted_at: MaybeAt
  }
  property_settings: { organisation_id: string; property_id: string; name: string; value: string }
  buildings: OfProperty & { name: string; address: Made<string>; description: Made<string>; deleted_at: MaybeAt }
  mailrooms: OfProperty & {
    building_id: string
    name: string
    address: Made<string>
    description: Made<string>
    is_active: Made<boolean>
    deleted_at: MaybeAt
  }
  couriers: Owned & {
    name: string
    description: Made<string>
    sort_order: Made<number>
    is_dry_cleaning: Made<boolean>
    deleted_at: MaybeAt
  }
  portal_users: Owned & {
    first_name: string
    last_name: string
    email: string
    phone_number: Made<string>
    role_id: number
    password_hash: string
    is_active: Made<boolean>
    language: Maybe<string>
    date_format: Maybe<string>
    created_at: MadeAt
    deleted_at: MaybeAt
  }
  portal_user_properties: { organisation_id: string; portal_user_id: string; property_id: string }
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
    language: string
    created_at: MadeAt
    token_hash: Buffer
    token_expires_at: At
    email_verified_at: MaybeAt
    comments: Made<string>
    reviewer_id: Maybe<string>
    reviewer_name: Made<string>
    decided_at: MaybeAt
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
    by_last_name: Computed<string>
    by_unit: Computed<string>
    last_name_key: Computed<string>
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
  locker_banks: OfProperty & {
    building_id: string
    mailroom_id: Maybe<string>
    name: string
    code: string
    description: Made<string>
    address: string
    is_active: Made<boolean>
    relay_end_point_name: Made<string>
    beacon_major: Made<string>
    beacon_minor: Made<string>
    is_online: Made<boolean>
    last_heart_beat: MaybeAt
    app_version: Made<string>
    layout_version: Made<number>
    heartbeat_seconds: Made<number>
    config_version: Made<number>
    devices_found_at: MaybeAt
    created_at: MadeAt
    deleted_at: MaybeAt
  }
  api_keys: OfProperty & { locker_bank_id: string; secret_hash: Buffer; secret_encrypted: Buffer; created_at: MadeAt }
  locker_columns: OfProperty & { locker_bank_id: string; position: number; name: string }
  lockers: OfProperty & {
    locker_bank_id: string
    column_id: string
    position: number
    name: string
    locker_type: Made<'locker' | 'terminal'>
    size: number
    locker_mode: Made<number>
    is_dda_reserved: Made<boolean>
    condition: Made<'good' | 'dirty' | 'flagged' | 'disabled'>
    device_serial: Maybe<string>
    live_packages: Made<number>
    reservation_id: Maybe<string>
    reserved_until: MaybeAt
  }
  devices: { organisation_id: string; property_id: string; locker_bank_id: string; serial_number: string }
  locker_bank_counts: {
    organisation_id: string
    property_id: string
    locker_bank_id: string
    capacity: number
    occupied: number
    available: number
  }
  sign_ins: Owned & { portal_user_id: string; created_at: MadeAt; expires_at: At; ended_at: MaybeAt }
  refresh_tokens: { organisation_id: string; token_hash: Buffer; sign_in_id: string; used_at: MaybeAt }
  password_resets: Owned & { portal_user_id: string; token_hash: Buffer; expires_at: At; used_at: MaybeAt }
  idempotency_keys: {
    organisation_id: string
    user_id: string
    operation: string
    key: string
    request_hash: Buffer
    reply: ColumnType<unknown, string | null | undefined, string | null>
    created_at: MadeAt
  }
  audit: Owned & {
    at: MadeAt
    actor_id: Maybe<string>
    actor_name: string
    action: string
    subject_id: Maybe<string>
    detail: ColumnType<unknown, string | undefined, never>
  }
  mails: Owned & {
    to_address: string
    subject: string
    body: string
    about: Maybe<string>
    created_at: MadeAt
    sent_at: MaybeAt
    failed_at: MaybeAt
  }
  rate_limits: { key: string; points: Generated<number>; expire: Maybe<number> }
  packages: OfProperty & {
    building_id: string
    resident_id: Maybe<string>
    courier_id: Maybe<string>
    agent_id: Maybe<string>
    locker_bank_id: Maybe<string>
    locker_id: Maybe<string>
    mailroom_id: Maybe<string>
    place_id: Computed<string>
    package_number: string
    tracking_number: Made<string>
    advice_tag_id: Maybe<string>
    recipient_name: string
    unit_number: string
    email: Made<string>
    mobile_phone: Made<string>
    recipient_key: Computed<string>
    status_id: number
    status_group: number
    drop_off_time: At
    expiry_time: MaybeAt
    collection_time: MaybeAt
    recovery_time: MaybeAt
    last_transaction_at: At
    note: Made<string>
  }
  package_history: Owned & {
    package_id: string
    property_id: string
    at: At
    status_id: number
    locker_bank_id: Maybe<string>
    locker_id: Maybe<string>
    mailroom_id: Maybe<string>
    user_id: Maybe<string>
    user_name: string
    note: Made<string>
  }
  package_labels: {
    organisation_id: string
    package_id: string
    property_id: string
    resident_id: Computed<string | null>
    drop_off_time: Computed<string>
    unit_key: Computed<string>
    recipient_name: Computed<string>
    tracking_number: Computed<string>
  }
  package_counts: {
    organisation_id: string
    property_id: string
    building_id: string
    place_id: string
    status_id: number
    status_group: number
    packages: number
  }
  alerts: OfProperty & {
    locker_bank_id: string
    kind:
      | 'offline'
      | 'door-open'
      | 'nearly-full'
      | 'drop-off-refused'
      | 'event-refused'
      | 'codes-tried'
      | 'pins-tried'
      | 'login-locked'
    subject: Made<string>
    locker_name: Maybe<string>
    reason: Maybe<string>
    began_at: At
    back_at: MaybeAt
    ended_at: MaybeAt
    told_at: MaybeAt
  }
  alert_watches: { organisation_id: string; since: At; seen_at: At }
  locker_bank_settings: { organisation_id: string; locker_bank_id: string; property_id: string; name: string; value: string }
  locker_bank_owners: { organisation_id: string; locker_bank_id: string; property_id: string }
  kiosk_configs: {
    organisation_id: string
    locker_bank_id: string
    property_id: string
    version: number
    content: ColumnType<unknown, string, string>
    published_at: At
  }
  kiosk_commands: OfProperty & {
    locker_bank_id: string
    kind: string
    locker_id: Maybe<string>
    device_serial: Maybe<string>
    state: Made<'sent' | 'acknowledged' | 'expired' | 'opened' | 'not-detected' | 'done' | 'refused'>
    reason: Maybe<string>
    intent: ColumnType<unknown, string | null | undefined, never>
    user_id: Maybe<string>
    user_name: string
    created_at: At
    expires_at: At
    answered_at: MaybeAt
  }
  kiosk_events: OfProperty & {
    locker_bank_id: string
    kind: string
    at: At
    received_at: At
    locker_id: Maybe<string>
    outcome: 'applied' | 'refused' | 'parked' | 'unknown'
    reason: Maybe<string>
    body: ColumnType<unknown, string, never>
  }
  kiosk_sessions: OfProperty & { locker_bank_id: string; kiosk_login_id: string; started_at: At; expires_at: At }
  kiosk_delays: {
    organisation_id: string
    property_id: string
    locker_bank_id: string
    subject: Buffer
    wrong: number
    last_at: At
    blocked_until: At
  }
  import_jobs: Owned & {
    property_ids: Maybe<string[]>
    file_name: string
    file_size: number
    encoding: string
    created_by: Maybe<string>
    created_by_name: string
    created_at: MadeAt
    status: 'Checking' | 'Ready' | 'Applying' | 'Done' | 'Failed'
    failure: Made<string>
    headings: Made<string[]>
    fields: Made<string[]>
    is_cut: Made<boolean>
    is_full_list: Made<boolean>
    run_id: Maybe<string>
    touched_at: MadeAt
    attempts: Made<number>
    checked_at: MaybeAt
    applied_at: MaybeAt
    applied_by: Maybe<string>
    applied_by_name: Made<string>
    progress: Made<number>
    lines: Made<number>
    new_lines: Made<number>
    changed_lines: Made<number>
    unchanged_lines: Made<number>
    refused_lines: Made<number>
    leaving: Made<number>
    leaving_of: Made<number>
    moved_out: Made<number>
  }
  import_files: { organisation_id: string; import_id: string; position: number; bytes: Buffer }
  import_rows: {
    organisation_id: string
    import_id: string
    line: number
    verdict: 'New' | 'Changed' | 'Unchanged' | 'Refused'
    reason: Made<string>
    changed: Made<string[]>
    resident_id: Maybe<string>
    spares: Maybe<string[]>
  }
  import_values: {
    organisation_id: string
    import_id: string
    line: number
    resident_id: string
    is_new: boolean
    property_id: string
    building_id: string
    unit_number: string
    first_name: string
    last_name: string
    email: string
    mobile_phone: string
    phone1: string
    phone2: string
    external_id: string
    occupancy_status: number | null
  }
  import_properties: { organisation_id: string; import_id: string; property_id: string }
  import_moves: { organisation_id: string; import_id: string; resident_id: string }
  import_headings: { organisation_id: string; heading: string; field: string }
}
