-- The serving role may insert entries, but not their place in the chain: only chain_audit, which runs as the owner and updates, sets it.
create policy audit_unchained on audit as restrictive for insert
  with check (chain_position is null and detail_hash is null and hash is null);
