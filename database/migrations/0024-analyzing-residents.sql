-- The planner takes an organisation that has just been filled for nearly empty, until autovacuum counts anew, and picks indexes that
-- are of no use then. Only the tables' owner may have it counted.
create function analyze_residents() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute 'analyze residents';
end $$;
