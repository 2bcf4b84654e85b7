import type { At, Computed, Made, MadeAt, Maybe, MaybeAt, OfProperty, Owned } from './column-types.ts'

export type NoticeStatus = 'Waiting' | 'Sending' | 'Sent' | 'Delivered' | 'Failed' | 'Cancelled'

/** Packages, their history and their notices. */
export type PackageTables = {
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
    package_number: Computed<string>
    search_text: Computed<string>
    tracking_key: Computed<string>
  }
  label_photos: { organisation_id: string; package_id: string; property_id: string; taken_at: At; photo: Buffer }
  batch_arrivals: {
    organisation_id: string
    package_id: string
    property_id: string
    user_id: string
    held_at: At
    lead_package_id: Maybe<string>
  }
  hand_overs: OfProperty & {
    resident_id: Maybe<string>
    at: At
    collected_by: Made<string>
    proof_kind: Maybe<'signature' | 'photo'>
    proof: Maybe<Buffer>
  }
  hand_over_packages: { organisation_id: string; package_id: string; hand_over_id: string; property_id: string }
  package_days: {
    organisation_id: string
    property_id: string
    place_id: string
    day: string
    dropped_off: number
    collected: number
    recovered: number
    expired: number
    waited: number[]
  }
  trend_counts: { organisation_id: string; counted_at: At }
  locker_hours: {
    organisation_id: string
    property_id: string
    locker_bank_id: string
    hour: At
    size: number
    occupied: number
    lockers: number
  }
  notices: OfProperty & {
    package_id: string
    resident_id: Maybe<string>
    type_id: number
    medium_id: number
    event_key: string
    address: string
    status: Made<NoticeStatus>
    reason: Maybe<string>
    due_at: At
    attempts: Made<number>
    lost_at: MaybeAt
    provider_id: Maybe<string>
    subject: Made<string>
    body: Made<string>
    created_at: MadeAt
    sent_at: MaybeAt
    search_text: Computed<string>
  }
  text_replies: OfProperty & {
    resident_id: Maybe<string>
    number: string
    body: string
    provider_id: string
    received_at: At
  }
  sms_stops: { organisation_id: string; number: string; resident_ids: Made<string[]>; stopped_at: At }
  notification_templates: Owned & { type_id: number; medium_id: number; language: string; subject: string; body: Made<string> }
  package_reminders: {
    organisation_id: string
    package_id: string
    property_id: string
    since: At
    number: Made<number>
    look_at: At
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
}
