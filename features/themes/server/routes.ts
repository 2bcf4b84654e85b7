import { isDeepStrictEqual } from 'node:util'
import type { KioskLink } from '#features/kiosks/server/api.ts'
import { IMAGES, type ImageField, type Theme } from '#features/kiosks/theme.ts'
import { t as organisation } from '#features/organisations/messages.ts'
import type { InputOf } from '#platform/operation.ts'
import { changeOf, existing, refuseStale, saved } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router, TransactionContext } from '#platform/server/http/route.ts'
import { createPictures, type Pictures } from '#platform/server/image.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { isImageHash, THEME_IMAGES, themes } from '../contract.ts'
import { t } from '../messages.ts'
import { copyImages, hashOf, imageUrlOf, kiosksOf, propertyOf, savedTheme, saveImages, saveTheme } from './store.ts'

type Draft = InputOf<typeof themes.save>
export type ThemeDeps = { readonly database: Database; readonly kiosks: Pick<KioskLink, 'publishTheme'> }

/** Themes of the terminals of properties (spec 3 §2, §3, §7). */
export function themesRoutes(route: Router, { database, kiosks }: ThemeDeps) {
  const pictures = createPictures(database)
  route(themes.get, async ({ db, params, now }) => {
    const property = await existing(propertyOf(db, params.propertyId))
    const theme = await savedTheme(db, property.id)
    return {
      ...theme,
      Version: String(theme.Version),
      PropertyId: property.id,
      OrganisationId: property.organisation_id,
      PropertyName: property.name,
      Kiosks: await kiosksOf(db, property.id, now),
    }
  })

  route(themes.image, async ({ db, params }) => {
    const image = db.selectFrom('theme_images').select('image').where('property_id', '=', params.propertyId)
    return { Image: imageUrlOf(orNotFound(await image.where('hash', '=', params.hash).executeTakeFirst()).image) }
  })

  route(themes.imageForKiosk, async ({ db, params }) => {
    const image = db.selectFrom('theme_images').select('image').where('hash', '=', params.hash).limit(1)
    return { Image: imageUrlOf(orNotFound(await image.executeTakeFirst()).image) }
  })

  route.withoutTransaction(themes.save, async ({ input, caller, now, inTenant }) => {
    await inTenant(({ db }) => existing(propertyOf(db, input.PropertyId)))
    const images = await encodedImages(input, caller, pictures)
    await inTenant((context) => save(context, input, images, now))
    return saved(t('MsgThemeSaved'), input.PropertyId)
  })

  route(themes.publish, async ({ db, tenant, params, now, audit, afterCommit }) => {
    // A save waits, so that what is published is one saved theme.
    const property = await existing(propertyOf(db, params.propertyId).forUpdate())
    const theme = await savedTheme(db, property.id)
    const banks = await kiosks.publishTheme({ db, tenant, now, afterCommit }, property.id, theme)
    refuseIf(banks.length === 0 ? t('MsgThemeNothingToPublish') : null)
    await audit('theme published', property.id, { version: theme.Version, kiosks: banks.length })
    const count = banks.length
    return { Message: count === 1 ? t('MsgThemePublishedOne') : t('MsgThemePublishedMany', { count }), Published: count }
  })
}

type Images = Partial<Record<ImageField, Buffer>>
const REASONS = { type: organisation('MsgFileType'), size: organisation('MsgImageTooLarge') } as const

/** The uploaded pictures in the sizes of the terminal; refuses anything but a png, gif or jpeg by its content, and large ones. */
async function encodedImages(input: Draft, caller: Caller, pictures: Pictures): Promise<Images> {
  const images: Images = {}
  for (const field of IMAGES) {
    const value = input[field]
    if (!value || isImageHash(value)) continue
    const isLogo = field === 'LogoImg'
    const image = await pictures.encode(caller, value, {
      ...THEME_IMAGES[field],
      as: isLogo ? 'png' : 'jpeg',
      fit: isLogo ? 'inside' : 'cover',
    })
    if (typeof image === 'string') refuseIf(REASONS[image], field)
    else images[field] = image
  }
  return images
}

async function save({ db, tenant, audit }: TransactionContext, input: Draft, images: Images, now: Date): Promise<void> {
  const { PropertyId, OrganisationId: _, Version, LogoImg, MenuBgImg, ScreensaverImg, ...values } = input
  // The first save has no row of its own to lock.
  await existing(propertyOf(db, PropertyId).forUpdate())
  const before = await savedTheme(db, PropertyId)
  refuseStale({ Version: String(before.Version) }, { Version })
  const chosen = { LogoImg, MenuBgImg, ScreensaverImg }
  const hashes = Object.fromEntries(
    IMAGES.map((field) => {
      const image = images[field]
      return [field, image ? hashOf(image) : (chosen[field] ?? before[field])]
    }),
  ) as Record<ImageField, string>
  await saveImages(db, tenant, PropertyId, Object.values(images), now)
  const wanted = IMAGES.flatMap((field) => hashes[field] || [])
  const known = await copyImages(db, PropertyId, [...new Set(wanted)], now)
  const missing = IMAGES.find((field) => hashes[field] && !known.has(hashes[field]))
  refuseIf(missing ? t('MsgThemeImageGone') : null, missing)
  const after: Theme = { Version: before.Version, ...values, ...hashes }
  if (isDeepStrictEqual(after, before)) return
  await saveTheme(db, tenant, PropertyId, { ...after, Version: before.Version + 1 }, now)
  await audit('theme changed', PropertyId, changeOf(auditedOf(before, before), auditedOf(after, before)))
}

/** For the audit trail: of pictures only whether there is another one. */
function auditedOf({ Version: _, ...theme }: Theme, before: Theme) {
  const pictures = IMAGES.map((field) => [field, theme[field] && theme[field] !== before[field] ? 'changed' : ''])
  return { ...theme, ...Object.fromEntries(pictures) }
}
