import { Select, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { type ColorField, FONT_SIZES, FONTS, IMAGES, type ThemeValues } from '#features/kiosks/theme.ts'
import { ImageInput, pictureText } from '#features/organisations/portal/shared/ImageInput.tsx'
import { numberText } from '#platform/define-messages.ts'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { THEME_IMAGES, type ThemeFields } from '../contract.ts'
import { weakPairs } from '../contrast.ts'
import { t } from '../messages.ts'
import classes from './theme.module.css'
import type { ImageUrls } from './use-image-url.ts'

type ThemeDraft = Draft<typeof ThemeFields>

/** The colours of the form's section; the others belong to the screensaver. */
const FORM_COLORS = [
  'HeaderColor',
  'HeaderTextColor',
  'BodyBgColor',
  'BodyTextColor',
  'ButtonColor',
  'ButtonTextColor',
  'ErrorTextColor',
  'FooterColor',
  'FooterTextColor',
] as const satisfies readonly ColorField[]
const SCREENSAVER_COLORS = ['LockerbankColor', 'ScreensaverTextColor'] as const satisfies readonly ColorField[]

/** Every field of a theme. */
export function ThemeInputs({ draft, images }: { draft: ThemeDraft; images: ImageUrls }) {
  return (
    <>
      <FormSection title={t('SectionFont').text}>
        <Select {...draft.field('Font', t('LabelFont').text)} data={[...FONTS]} allowDeselect={false} />
      </FormSection>
      <FormSection title={t('SectionColors').text}>
        <Colors draft={draft} fields={FORM_COLORS} />
        <Contrast values={draft.values as ThemeValues} />
      </FormSection>
      <FormSection title={t('SectionFooter').text}>
        <TextInput {...draft.field('FooterTextResident', t('LabelFooterTextResident').text)} />
        <TextInput {...draft.field('FooterTextCourier', t('LabelFooterTextCourier').text)} />
      </FormSection>
      <FormSection title={t('SectionScreensaver').text}>
        <TextInput {...draft.field('ScreensaverText', t('LabelScreensaverText').text)} />
        <Select
          {...draft.field('ScreensaverTextSize', t('LabelScreensaverTextSize').text)}
          data={FONT_SIZES.map(String)}
          value={String(draft.values.ScreensaverTextSize)}
          onChange={(size) => size && draft.set({ ScreensaverTextSize: Number(size) as (typeof FONT_SIZES)[number] })}
          allowDeselect={false}
        />
        <Colors draft={draft} fields={SCREENSAVER_COLORS} />
      </FormSection>
      <FormSection title={t('SectionPictures').text}>
        {IMAGES.map((field) => {
          const { maxBytes, width, height } = THEME_IMAGES[field]
          const error = draft.form.errors[field]
          return (
            <ImageInput
              key={field}
              field={field}
              label={draft.describe(field, t(`Label${field}`).text, pictureText)}
              description={
                field === 'LogoImg' ? t('HelpLogoImg', { height }).text : t('HelpBackgroundImg', { width, height }).text
              }
              maxBytes={maxBytes}
              shown={images[field]}
              height={70}
              maxWidth={280}
              error={error ? String(error) : undefined}
              removeLabel={t('ButtonRemoveImage').text}
              onChange={(dataUrl) => draft.set({ [field]: dataUrl })}
            />
          )
        })}
        {(images.MenuBgImg || images.ScreensaverImg) && <Text c="dimmed">{t('WarnImages').text}</Text>}
      </FormSection>
    </>
  )
}

function Colors({ draft, fields }: { draft: ThemeDraft; fields: readonly ColorField[] }) {
  return (
    <div className={classes.colors}>
      {fields.map((field) => (
        <TextInput key={field} {...draft.field(field, t(`Label${field}`).text)} type="color" />
      ))}
    </div>
  )
}

/** The texts that are hard to read on their backgrounds. */
function Contrast({ values }: { values: ThemeValues }) {
  const weak = weakPairs(values)
  return (
    <div role="status">
      {weak.length === 0 ? (
        <Text c="dimmed" className={classes.contrast}>
          <IconCircleCheck size={16} aria-hidden />
          {t('ContrastOk').text}
        </Text>
      ) : (
        <>
          <Text fw={600}>{t('TitleContrast').text}</Text>
          <ul className={classes.warnings}>
            {weak.map(({ text, background, contrast, needed }) => (
              <li key={text} className={classes.contrast}>
                <IconAlertTriangle size={16} aria-hidden />
                {
                  t('WarnContrast', {
                    text: t(`Label${text}`),
                    background: t(`Label${background}`),
                    contrast: numberText(Math.floor(contrast * 10) / 10),
                    needed: numberText(needed),
                  }).text
                }
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
