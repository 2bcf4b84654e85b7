import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { imports } from '#features/imports/contract.ts'
import { API } from '#platform/server/http/route.ts'

const BOUNDARY = 'a-boundary-of-tests'

/** The body of a multipart request with one file. */
export function multipart(name: string, content: string | Buffer) {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

export type Sent = { readonly token: string; readonly organisationId: string; readonly name?: string }
/** Uploads a file as a browser does, without checking it. */
export async function upload(
  server: Pick<TestServer, 'app'>,
  { token, organisationId, name = 'residents.csv' }: Sent,
  content: string | Buffer,
) {
  const { payload, headers } = multipart(name, content)
  const reply = await server.app.inject({
    method: 'POST',
    url: `${API}/organisation/${organisationId}/residents`,
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  })
  return { status: reply.statusCode, body: reply.json() }
}

/** Uploads and checks a file, and returns the import. */
export async function checked(server: TestServer, sent: Sent, content: string | Buffer) {
  const { status, body } = await upload(server, sent, content)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  await server.work()
  return detail(server, sent.token, body.Id)
}

export const detail = async (server: TestServer, token: string, importId: string) =>
  (await server.ask(imports.get, { token, params: { importId } })).body

/** Applies a checked file and returns the import. */
export async function applied(server: TestServer, token: string, importId: string, options: object = {}) {
  const { status, body } = await server.ask(imports.save, { token, input: { Id: importId, Apply: true, ...options } })
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  await server.work()
  return detail(server, token, importId)
}

/** The lines of an import, or those with one verdict. */
export const linesOf = async (server: TestServer, token: string, importId: string, Verdict = '') =>
  (await server.ask(imports.lines, { token, input: { Id: importId, Verdict, PageSize: 500 } })).body.Data

const HEADINGS = 'Property,Building,UnitNumber,FirstName,LastName,Email,MobilePhone,ExternalId,OccupancyStatus'
/** A file with these lines. */
export const file = (...lines: string[]) => [HEADINGS, ...lines].join('\r\n')
export const ADA = 'Property 1,Building 1,101,Ada,Brandt,ada@example.test,+44 7700 900123,X1,'
export const BEN = 'Property 1,Building 1,102,Ben,Castro,,,,'
export const counts = ({ Lines, New, Changed, Unchanged, Refused }: Record<string, number>) => ({
  Lines,
  New,
  Changed,
  Unchanged,
  Refused,
})
/** The refused lines of an import, each with its reason. */
export const reasonsOf = async (server: TestServer, token: string, importId: string) =>
  (await linesOf(server, token, importId, 'Refused')).map(({ Line, Reason }: { Line: number; Reason: string }) => [Line, Reason])

/** The rows of residents. */
export const residentsNamed = (server: TestServer, organisationId: string, lastName: string) =>
  inOrganisation(server, organisationId, (db) =>
    db.selectFrom('residents').selectAll().where('last_name', '=', lastName).orderBy('id').execute(),
  )
