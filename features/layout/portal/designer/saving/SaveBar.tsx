import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo } from 'react'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import type { Message } from '#platform/define-messages.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { t as sayPortal } from '#platform/portal/messages.ts'
import { pathTo, ScreenLink, useGo } from '#platform/portal/navigation/links.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import type { Design } from '../../../design.ts'
import { columnSize } from '../../../geometry.ts'
import { t } from '../../../messages.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer.ts'
import { type During, useSave } from './use-save.ts'

type Props = {
  designer: Designer
  lockerBankId: string
  back: string
  flaw: string | null
  isDrawn: boolean
  isDirty: boolean
  during: During
}

/** Save, always in sight, with the first rule that is broken beside it. */
export const SaveBar = memo(function SaveBar({ designer, lockerBankId, back, flaw, isDrawn, isDirty, during }: Props) {
  const { isSaving, save } = useSave(designer, lockerBankId, during)
  const go = useGo()
  return (
    <div className={classes.bar}>
      <Button onClick={save} loading={isSaving}>
        {sayPortal('WordSave').text}
      </Button>
      <Button variant="default" onClick={() => go(back, { asLeft: true })}>
        {sayPortal('WordCancel').text}
      </Button>
      <span className={classes.unsaved} role="status">
        {isDirty ? sayPortal('FormUnsaved').text : ''}
      </span>
      {isDrawn && !isDirty && <NotPublished lockerBankId={lockerBankId} />}
      {flaw && (
        <span className={classes.flaw}>
          <IconAlertTriangle size={16} aria-hidden />
          {flaw}
        </span>
      )}
    </div>
  )
})

/** Says that the kiosk does not have the saved layout yet, with the way to where it is published. */
function NotPublished({ lockerBankId }: { lockerBankId: string }) {
  const publishing = useCall(lockerBanks.canPublish, { params: { lockerBankId } })
  if (!publishing.data?.HasChanged) return null
  return (
    <>
      <span>{t('SavedNotPublished').text}</span>
      <May permission="EditLockerBank">
        <Anchor component={ScreenLink} to={pathTo('/lockerbank/{lockerBankId}/editView', { lockerBankId })}>
          {t('LinkPublish').text}
        </Anchor>
      </May>
    </>
  )
}

/** A broken rule in words. Of columns that differ their heights are told: that is what somebody can do something about. */
export function flawOf(design: Design, whyNot: Message | null): string | null {
  if (!whyNot) return null
  const [first, ...others] = design
  const second = others.find((column) => columnSize(column) !== columnSize(first!))
  if (whyNot.code !== t('MsgLayoutColumnsNotOfSameSize').code || !first || !second) return whyNot.text
  const sizes = { firstSize: columnSize(first), secondSize: columnSize(second) }
  return t('SaveUneven', { first: first.name, second: second.name, ...sizes }).text
}
