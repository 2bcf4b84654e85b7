-- What recipients write back to a text message, apart from STOP and START: for the staff of the property, which the last notice to the
-- number names. Numbers that got no notice are not kept.
create table text_replies (
  organisation_id uuid not null, id uuid not null, property_id uuid not null,
  -- Null where notices to the number were for several residents, or for somebody who is none.
  resident_id uuid,
  number text not null, body text not null,
  -- The id that the SMS service gave it: the service may deliver a message twice.
  provider_id text not null,
  received_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id),
  foreign key (organisation_id, resident_id) references residents (organisation_id, id)
);
create unique index text_replies_once on text_replies (organisation_id, provider_id);
create index text_replies_by_time on text_replies (organisation_id, received_at, id);
create index text_replies_by_property on text_replies (organisation_id, property_id, received_at, id);
create index text_replies_of_number on text_replies (organisation_id, number, received_at);
create index text_replies_of_resident on text_replies (organisation_id, resident_id, received_at) where resident_id is not null;
select tenant_table('text_replies', 'property_id');
