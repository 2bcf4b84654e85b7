import type { ColumnType, Generated } from 'kysely'
import type { At, Computed, Made, MadeAt, Maybe, MaybeAt, OfProperty, Owned } from './column-types.ts'

/** Organisations with their properties and users, and the tables of the platform: audit, e-mails, idempotency keys, rate limits. */
export type OrganisationTables = {
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
    requires_second_step: Made<boolean>
    search_text: Computed<string>
    created_at: MadeAt
  }
  organisation_images: { organisation_id: string; kind: 'organisation' | 'mobile app'; png: Buffer; hash: string }
  mobile_app_settings: {
    organisation_id: string
    terms_and_conditions: string
    help_text: string
    contact_us: string
    background_color: string
    enable_remote_unlock: boolean
  }
  enquiries: {
    organisation_id: string
    id: string
    kind: 'contact' | 'quote' | 'demo'
    name: string
    email: string
    company: Made<string>
    phone: Made<string>
    message: string
    from_day: Maybe<string>
    until_day: Maybe<string>
    cabinets: ColumnType<Record<string, number>, string, string>
    total: Made<number>
    created_at: MadeAt
    search_text: Computed<string>
  }
  newsletter_subscribers: {
    organisation_id: string
    id: string
    email: string
    requested_at: MadeAt
    confirmed_at: MaybeAt
  }
  sms_gateways: {
    organisation_id: string
    account_sid: string
    auth_token_encrypted: Buffer
    sender_phone_number: string
    is_enabled: boolean
  }
  regions: Owned & { name: string; description: Made<string>; search_text: Computed<string>; deleted_at: MaybeAt }
  properties: Owned & {
    region_id: Maybe<string>
    name: string
    external_code: string
    description: Made<string>
    time_zone: string
    address: string
    search_text: Computed<string>
    deleted_at: MaybeAt
  }
  themes: {
    organisation_id: string
    property_id: string
    version: number
    content: ColumnType<unknown, string, string>
    logo_hash: Maybe<string>
    menu_hash: Maybe<string>
    screensaver_hash: Maybe<string>
    changed_at: At
  }
  theme_images: { organisation_id: string; property_id: string; hash: string; image: Buffer; created_at: At }
  organisation_settings: { organisation_id: string; name: string; value: string }
  organisation_summaries: { organisation_id: string; day: ColumnType<string, string, string> }
  property_settings: { organisation_id: string; property_id: string; name: string; value: string }
  buildings: OfProperty & {
    name: string
    address: Made<string>
    description: Made<string>
    search_text: Computed<string>
    deleted_at: MaybeAt
  }
  mailrooms: OfProperty & {
    building_id: string
    name: string
    address: Made<string>
    description: Made<string>
    is_active: Made<boolean>
    search_text: Computed<string>
    deleted_at: MaybeAt
  }
  advice_tags: Owned & { name: string; sort_order: Made<number>; search_text: Computed<string>; deleted_at: MaybeAt }
  portal_users: Owned & {
    first_name: string
    last_name: string
    email: string
    phone_number: Made<string>
    role_id: number
    /** Null until an invitation is accepted. */
    password_hash: Maybe<string>
    must_change_password: Made<boolean>
    invited_at: MaybeAt
    search_text: Computed<string>
    is_active: Made<boolean>
    language: Maybe<string>
    date_format: Maybe<string>
    color_scheme: Maybe<string>
    created_at: MadeAt
    deleted_at: MaybeAt
  }
  saved_views: Owned & {
    user_id: string
    of_organisation_id: string
    list: string
    name: string
    position: number
    is_default: Made<boolean>
    content: ColumnType<unknown, string, string>
  }
  portal_user_properties: { organisation_id: string; portal_user_id: string; property_id: string }
  sign_ins: Owned & {
    portal_user_id: string
    created_at: MadeAt
    expires_at: At
    ended_at: MaybeAt
    confirmed_at: MadeAt
    used_at: MadeAt
    address: Made<string>
    user_agent: Made<string>
  }
  totp_secrets: {
    organisation_id: string
    portal_user_id: string
    secret_encrypted: Buffer
    confirmed_at: MaybeAt
    last_step: ColumnType<string, number | undefined, number>
  }
  recovery_codes: { organisation_id: string; portal_user_id: string; code_hash: Buffer; used_at: MaybeAt }
  passkeys: Owned & {
    portal_user_id: string
    name: string
    credential_id: string
    public_key: Buffer
    counter: ColumnType<string, number, number>
    transports: string[]
    created_at: MadeAt
    used_at: MaybeAt
  }
  sign_in_tickets: {
    organisation_id: string
    token_hash: Buffer
    purpose: string
    portal_user_id: Maybe<string>
    challenge: Maybe<string>
    expires_at: At
  }
  refresh_tokens: { organisation_id: string; token_hash: Buffer; sign_in_id: string; used_at: MaybeAt }
  single_sign_on: {
    organisation_id: string
    is_active: boolean
    issuer: string
    trusts_addresses: Made<boolean>
    client_id: string
    client_secret: Buffer
    button_name: string
    role_claim: string
    role_mapping: ColumnType<unknown, string, string>
    default_role_id: Maybe<number>
    gives_every_role: boolean
  }
  single_sign_on_links: { organisation_id: string; portal_user_id: string; issuer: string; subject: string; created_at: MadeAt }
  single_sign_on_tokens: {
    organisation_id: string
    sign_in_id: string
    id_token: Buffer
    end_session_endpoint: ColumnType<string | null, string | null | undefined>
  }
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
    kind: Maybe<string>
    subject_id: Maybe<string>
    detail: ColumnType<unknown, string | undefined, never>
    address: Maybe<string>
    client: Maybe<string>
    seq: Computed<number>
    chain_position: Maybe<number>
    detail_hash: Maybe<Buffer>
    hash: Maybe<Buffer>
  }
  audit_heads: { organisation_id: string; chain_position: number; hash: Buffer }
  mails: Owned & {
    to_address: string
    subject: string
    body: string
    html: Maybe<string>
    language: Maybe<string>
    about: Maybe<string>
    attachment: Maybe<Buffer>
    attachment_name: Maybe<string>
    attachment_type: Maybe<string>
    created_at: MadeAt
    sent_at: MaybeAt
    failed_at: MaybeAt
  }
  installation: { is_only: Made<boolean>; key_fingerprint: string }
  rate_limits: { key: string; points: Generated<number>; expire: Maybe<number> }
}
