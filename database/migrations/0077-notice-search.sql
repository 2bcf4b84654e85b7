-- Notices are searched by the address and the text that were sent (dispute: what was the resident told?).
alter table notices add column search_text text not null
  generated always as (fold_text(' ' || address || ' ' || subject || ' ' || body)) stored;
create index notices_text on notices using gin (organisation_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
