import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'

/**
 * Dates the remote openings of a database two hours back, so that no limit counts them: for tests and measures that open many doors.
 * Returns a function that ends this.
 */
export async function allowOpenings(ownerUrl: string): Promise<() => Promise<void>> {
  const run = (statements: string) =>
    withConnection(ownerUrl, async (client) => {
      await client.query(statements)
    })
  await run(`create or replace function back_date_opening() returns trigger language plpgsql as $$
    begin new.at := new.at - interval '2 hours'; return new; end $$;
    create or replace trigger back_date before insert on openings for each row execute function back_date_opening()`)
  return () => run('drop function if exists back_date_opening cascade')
}
