import type { ColumnType } from 'kysely'
import type { At, Computed, Made, MadeAt, Maybe, MaybeAt, OfProperty } from './column-types.ts'

/** Locker banks with their lockers, their kiosks and their alerts. */
export type LockerBankTables = {
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
    theme_version: Maybe<number>
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
    search_text: Computed<string>
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
      | 'openings-limited'
    subject: Made<string>
    locker_name: Maybe<string>
    reason: Maybe<string>
    began_at: At
    back_at: MaybeAt
    ended_at: MaybeAt
    notified_at: MaybeAt
    ended_by_id: Maybe<string>
    ended_by_name: Maybe<string>
  }
  opening_controls: {
    organisation_id: string
    person_per_minute: Made<number>
    person_per_hour: Made<number>
    organisation_per_minute: Made<number>
    organisation_per_hour: Made<number>
    stopped_at: MaybeAt
    stopped_by_id: Maybe<string>
    stopped_by_name: Maybe<string>
  }
  openings: { organisation_id: string; id: string; user_id: string; at: At }
  opening_excesses: { organisation_id: string; sign_in_id: string; user_id: string; at: At }
  alert_watches: { organisation_id: string; since: At; seen_at: At }
}
