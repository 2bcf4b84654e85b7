import type { FastifyRequest } from 'fastify'
import { isId } from '#platform/ids.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { existing } from '../entities.ts'
import { t } from '../messages.ts'
import { type Database, wholeOrganisation } from '../postgres/db.ts'
import type { Caller } from './caller.ts'
import { badInput, forbidden } from './refusal.ts'

const HEADER = 'X-Organisation-Id'

/**
 * Returns the caller in the organisation of the request: their own, or for a super administrator the one in the header or in a
 * part of the request (decisions "Roles"). For other callers another organisation is 403; for a super administrator a missing
 * one is 404.
 */
export function createOrganisationSwitch(database: Database) {
  /** Ids known to exist; organisations are never deleted. */
  const known = new Set<string>()
  async function mustExist(id: string) {
    if (known.has(id)) return
    await database.readInTenant(wholeOrganisation(id), (db) =>
      existing(db.selectFrom('organisations').select('id').where('id', '=', id)),
    )
    known.add(id)
  }

  return async (caller: Caller, request: FastifyRequest, parts: readonly unknown[]): Promise<Caller> => {
    if (caller.kind === 'anonymous') return caller
    const named = [idInHeader(request), ...parts.map(idIn)].filter((id) => id !== undefined)
    const organisationId = named[0] ?? caller.tenant.organisationId
    if (named.some((id) => id !== organisationId)) throw forbidden()
    if (organisationId === caller.tenant.organisationId) return caller
    if (!caller.isSuperAdmin) throw forbidden()
    await mustExist(organisationId)
    return { ...caller, tenant: wholeOrganisation(organisationId) }
  }
}

function idInHeader(request: FastifyRequest): string | undefined {
  const header = request.headers[HEADER.toLowerCase()]
  if (header === undefined) return undefined
  const id = String(header).toLowerCase()
  if (!isId(id)) throw badInput(t('MsgNoOrganisationId'), HEADER)
  return id
}

/** Invalid ids are left to the operation's schema; the all-zero id means any. */
function idIn(part: unknown): string | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const { OrganisationId, organisationId } = part as { OrganisationId?: unknown; organisationId?: unknown }
  const id = [OrganisationId, organisationId].find((one) => typeof one === 'string')?.toLowerCase()
  return id && isId(id) && id !== EMPTY_GUID ? id : undefined
}
