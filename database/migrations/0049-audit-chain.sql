-- From where a change was made, and a hash chain of each organisation's entries (decisions "Audit trail").
-- Entries are inserted unchained, so that writers do not wait for each other; chain_audit appends committed ones to the chain.
alter table audit
  add column address text, add column client text,
  add column seq bigint generated always as identity,
  add column chain_position bigint, add column detail_hash bytea, add column hash bytea;
create unique index audit_chain on audit (organisation_id, chain_position) where chain_position is not null;
create index audit_unchained on audit (organisation_id, seq) where chain_position is null;

-- The lists: by time, and by time within one actor, action or subject.
drop index audit_subject;
create index audit_at on audit (organisation_id, at, id);
create index audit_actor on audit (organisation_id, actor_id, at, id);
create index audit_action on audit (organisation_id, action, at, id);
create index audit_subject on audit (organisation_id, subject_id, at, id);

-- The end of each chain: without it, missing last entries would not be noticed.
create table audit_heads (
  organisation_id uuid primary key references organisations (id), chain_position bigint not null, hash bytea not null
);
select tenant_table('audit_heads');

-- What an entry's hash covers. It covers a hash of the detail, so the detail could be emptied without breaking the chain.
create function audit_detail_hash(detail jsonb) returns bytea language sql immutable parallel safe
  return sha256(convert_to(detail::text, 'UTF8'));
create function audit_content(line audit, detail_hash bytea) returns bytea language sql stable parallel safe
  return convert_to(jsonb_build_array(line.organisation_id, line.id, extract(epoch from line.at), line.actor_id, line.actor_name,
    line.action, line.subject_id, line.address, line.client, line.seq, encode(detail_hash, 'hex'))::text, 'UTF8');

create function audit_next_hash(state bytea, start bytea, content bytea) returns bytea language sql immutable parallel safe
  return sha256(coalesce(state, start) || content);
create aggregate audit_chain_hash(start bytea, content bytea) (sfunc = audit_next_hash, stype = bytea);

-- Appends up to `most` committed entries of the transaction's organisation to its chain, in the order of their insertion, and returns
-- how many. One at a time: returns 0 while another transaction does the same. Definer: the serving role cannot change the audit trail.
create function chain_audit(most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid := app_organisation();
  head audit_heads;
  last audit_heads;
  chained int;
begin
  if not pg_try_advisory_xact_lock(hashtext('audit chain'), hashtext(tenant::text)) then return 0; end if;
  select * into head from audit_heads where organisation_id = tenant;
  with unchained as (
    select a as line, audit_detail_hash(a.detail) as detail_hash from audit a
      where a.organisation_id = tenant and a.chain_position is null order by a.seq limit most
  ), next as (
    select (line).id as id, detail_hash,
      coalesce(head.chain_position, 0) + row_number() over by_seq as chain_position,
      audit_chain_hash(coalesce(head.hash, ''), audit_content(line, detail_hash)) over by_seq as hash
    from unchained window by_seq as (order by (line).seq)
  ), updated as (
    update audit a set chain_position = n.chain_position, detail_hash = n.detail_hash, hash = n.hash
    from next n where a.organisation_id = tenant and a.id = n.id returning a.chain_position, a.hash
  )
  select tenant, u.chain_position, u.hash, count(*) over () into last.organisation_id, last.chain_position, last.hash, chained
    from updated u order by u.chain_position desc limit 1;
  if chained is null then return 0; end if;
  insert into audit_heads (organisation_id, chain_position, hash) values (tenant, last.chain_position, last.hash)
    on conflict (organisation_id) do update set chain_position = excluded.chain_position, hash = excluded.hash;
  return chained;
end $$;
