import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { memo } from 'react'
import type { Design } from '#features/layout/design.ts'
import { columnSize } from '#features/layout/geometry.ts'
import { t } from '#features/layout/messages.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import type { Message } from '#platform/define-messages.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { pathTo, ScreenLink, useGo } from '#platform/portal/navigation/links.tsx'
import { May } from '#platform/portal/session/viewer.tsx'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'
import { type During, useSave } from './use-save.ts'

type Props = {
  designer: Designer
  lockerBankId: string
  back: string
  /** The first rule that forbids saving. */
  whyNot: string | null
  isEmpty: boolean
  isDirty: boolean
  during: During
}

/** The save and cancel buttons, always visible, with the first broken rule. */
export const SaveBar = memo(function SaveBar({ designer, lockerBankId, back, whyNot, isEmpty, isDirty, during }: Props) {
  const { isSaving, save } = useSave(designer, lockerBankId, during)
  const go = useGo()
  const isConnectionLost = useIsConnectionLost()
  return (
    <div className={classes.bar}>
      <Button onClick={save} loading={isSaving} disabled={isConnectionLost}>
        {tPortal('WordSave').text}
      </Button>
      <Button variant="default" onClick={() => go(back, { asLeft: true })}>
        {tPortal('WordCancel').text}
      </Button>
      <span className={classes.unsaved} role="status">
        {isDirty ? tPortal('FormUnsaved').text : ''}
      </span>
      {!isEmpty && !isDirty && <NotPublished lockerBankId={lockerBankId} />}
      {whyNot && (
        <span className={classes.flaw}>
          <IconAlertTriangle size={16} aria-hidden />
          {whyNot}
        </span>
      )}
    </div>
  )
})

/** Shown while the kiosk does not have the saved layout, with a link to publish it. */
function NotPublished({ lockerBankId }: { lockerBankId: string }) {
  const publishing = useCall(lockerBanks.canPublish, { params: { lockerBankId } })
  if (!publishing.data?.HasChanged) return null
  return (
    <>
      <span>{t('SavedNotPublished').text}</span>
      <May permission="EditLockerBank">
        <Anchor component={ScreenLink} to={`${pathTo('/lockerbank/{lockerBankId}/editView', { lockerBankId })}?tab=access`}>
          {t('LinkPublish').text}
        </Anchor>
      </May>
    </>
  )
}

/** A broken rule as the save bar shows it; for columns of different sizes with their heights. */
export function whyNotText(design: Design, whyNot: Message | null): string | null {
  if (!whyNot) return null
  const [first, ...others] = design
  const second = others.find((column) => columnSize(column) !== columnSize(first!))
  if (whyNot.code !== t('MsgLayoutColumnsNotOfSameSize').code || !first || !second) return whyNot.text
  const sizes = { firstSize: columnSize(first), secondSize: columnSize(second) }
  return t('SaveUneven', { first: first.name, second: second.name, ...sizes }).text
}
