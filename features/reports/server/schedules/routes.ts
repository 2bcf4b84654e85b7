import { textIn } from '#features/resources/server/api.ts'
import { newId } from '#platform/ids.ts'
import { t as label } from '#platform/labels.ts'
import { acceptedLanguage } from '#platform/language.ts'
import { changeOf, existing, refuseStale, removeEach, saved } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { badInput, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { t } from '../../schedule-messages.ts'
import { reportSchedules } from '../../schedules-contract.ts'
import { t as tViewer } from '../../viewer-messages.ts'
import { DEFINITIONS } from '../definitions/all.ts'
import { readParameters, resolvedValues, searchOf } from '../engine/values.ts'
import { possibleRecipients, recipientsOf, setRecipients } from './recipients.ts'
import { columnsOf, deleteSchedules, fieldsOf, formOf, keptValues, ownSchedules, SORTS, scheduleRows } from './store.ts'

/** Schedules that one person may have. */
const MAX_SCHEDULES = 50
const ofCaller = (db: Db, caller: Caller) =>
  db
    .selectFrom('report_schedules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', caller.id)

/** Schedules of reports (decisions "Runs and schedules of reports"). */
export function scheduleRoutes(route: Router): void {
  route(reportSchedules.page, ({ db, caller, input }) => {
    const { SearchText } = input
    const rows = scheduleRows(db, caller).$if(SearchText !== undefined, (query) =>
      query.where(matchesWords('s.name', SearchText!)),
    )
    return readPage(db, rows, input, {
      sorts: SORTS,
      id: 's.id',
      row: (row) => ({
        ...fieldsOf(row),
        UserName: row.user_name,
        RecipientCount: row.recipient_count,
        NextAt: row.next_at,
        TimeZone: row.time_zone,
      }),
    })
  })

  route(reportSchedules.get, async ({ db, caller, params: { reportScheduleId } }) => {
    const row = await existing(scheduleRows(db, caller).where('s.id', '=', reportScheduleId))
    const Recipients = await recipientsOf(db, row.id).execute()
    return { ...formOf(row), Recipients, RecipientIds: Recipients.map(({ Id }) => Id) }
  })

  route(reportSchedules.changes, async ({ db, caller, params: { reportScheduleId } }) => {
    await existing(ownSchedules(db, caller).select('s.id').where('s.id', '=', reportScheduleId))
    return readChanges(db, reportScheduleId)
  })

  route(reportSchedules.recipients, ({ db, tenant }) => possibleRecipients(db, tenant).execute())

  route(reportSchedules.parameters, async ({ db, caller, input, now, request }) => {
    const translate = (message: Parameters<typeof textIn>[1]) =>
      textIn(acceptedLanguage(request.headers['accept-language']), message)
    const given = keptValues(input.ParameterValues)
    return readParameters(db, DEFINITIONS[input.Report].parameters, given as typeof input.ParameterValues, {
      ...{ caller, now, translate, search: searchOf(input) },
    })
  })

  route(reportSchedules.save, async ({ db, caller, tenant, input, now, audit }) => {
    const id = input.Id ?? newId()
    const own = input.Id ? await existing(ownSchedules(db, caller).select('s.id').where('s.id', '=', id).forUpdate()) : null
    // Read when nobody else can change the recipients any more.
    const before = own && (await existing(scheduleRows(db, caller).where('s.id', '=', id)))
    if (before) refuseStale(formOf(before), input)
    const values = await checkedValues()
    const columns = await columnsOf(db, input, values, now)
    const form = before && { ...formOf(before), RecipientIds: (await recipientsOf(db, id).execute()).map(({ Id }) => Id) }
    if (before) await db.updateTable('report_schedules').set(columns).where('id', '=', id).execute()
    else {
      const { count } = await ofCaller(db, caller).executeTakeFirstOrThrow()
      refuseIf(Number(count) >= MAX_SCHEDULES ? t('MsgTooManySchedules', { max: MAX_SCHEDULES }) : null)
      const key = { organisation_id: tenant.organisationId, id, user_id: caller.id, user_name: caller.name }
      await db
        .insertInto('report_schedules')
        .values({ ...key, ...columns })
        .execute()
    }
    await setRecipients(db, tenant, id, input.RecipientIds)
    const { Id, Version, ParameterValues, ...after } = input
    await audit(before ? 'report schedule changed' : 'report schedule created', id, {
      ...changeOf(form, { ...after, ParameterValues: values }),
    })
    return saved(t('MsgScheduleSaved'), id)

    async function checkedValues() {
      const { parameters } = DEFINITIONS[input.Report]
      const given = keptValues(input.ParameterValues) as typeof input.ParameterValues
      const resolved = await resolvedValues(db, parameters, given, { caller, now }).catch((error: unknown) => {
        if (error instanceof Refusal) throw badInput(tViewer('MsgParametersInvalid'), 'ParameterValues')
        throw error
      })
      return keptValues(resolved)
    }
  })

  route(reportSchedules.remove, async ({ db, caller, input, auditEach }) => {
    const { removed, reply } = await removeEach(input, {
      lock: (ids) =>
        ownSchedules(db, caller).select(['s.id', 's.name']).where('s.id', '=', anyOf(ids)).orderBy('s.id').forUpdate().execute(),
      whyNot: async () => () => null,
      remove: (ids) => deleteSchedules(db, ids),
    })
    await auditEach(
      'report schedule deleted',
      removed.map(({ id, name }) => ({ id, detail: { name } })),
    )
    return { Message: label('MsgCountDeleted', { count: removed.length }), ...reply }
  })
}
