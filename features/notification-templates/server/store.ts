import type { Language } from '#platform/language.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import { defaultTemplate, templateLanguageOf } from '../default-templates.ts'
import type { Template } from '../templates.ts'
import { MEDIA, type Medium, NOTICE_TYPES, type NoticeType } from '../types.ts'

/** The changed templates of the organisation. */
export const changedTemplates = (db: Db) =>
  db
    .selectFrom('notification_templates as n')
    .select(['n.id', 'n.type_id', 'n.medium_id', 'n.language', 'n.subject', 'n.body', rowVersion('n').as('version')])
    .execute()
export type ChangedTemplate = Awaited<ReturnType<typeof changedTemplates>>[number]

/** The changed template of a type, medium and language, if there is one. */
export const templateOf = (rows: readonly ChangedTemplate[], type: NoticeType, medium: Medium, language: Language) =>
  rows.find((row) => row.type_id === NOTICE_TYPES[type].id && row.medium_id === MEDIA[medium] && row.language === language)

/**
 * The texts of the organisation by type, medium and language tag; the product's own ones where it has not changed them. A language
 * without texts of its own has those of the default language.
 */
export async function readTemplates(db: Db): Promise<(type: NoticeType, medium: Medium, languageTag: string) => Template> {
  const rows = await changedTemplates(db)
  return (type, medium, languageTag) => {
    const language = templateLanguageOf(languageTag)
    return templateOf(rows, type, medium, language) ?? defaultTemplate(type, medium, language)
  }
}
