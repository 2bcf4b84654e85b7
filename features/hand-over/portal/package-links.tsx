import { Button } from '@mantine/core'
import { type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import type { PackageDetail } from '#features/packages/contract.ts'
import { messageBox } from '#platform/portal/feedback/dialogs.tsx'
import { useGo } from '#platform/portal/navigation/links.tsx'
import { t } from '../messages.ts'
import { isReady } from '../rules.ts'
import { HAND_OVER_PATH, t as screens } from '../screens.ts'
import { Proof } from './Proof.tsx'

/** Leads from a package that can be handed over to the screen that does it. */
export function HandOverLink({ pkg }: { pkg: PackageDetail }) {
  const go = useGo()
  if (!pkg.MailRoomId || pkg.IsInLocker || !isReady(statusById(pkg.StatusId) as StatusName)) return null
  const query = new URLSearchParams({ PropertyId: pkg.PropertyId, Q: pkg.PackageNumber })
  return (
    <Button variant="default" onClick={() => go(`${HAND_OVER_PATH}?${query}`)}>
      {screens('ScreenHandOver').text}
    </Button>
  )
}

/** Shows the proof of a hand-over in a window. */
export const ProofLink = ({ handOverId }: { handOverId: string }) => (
  <Button
    variant="subtle"
    size="compact-sm"
    onClick={() => messageBox({ title: t('TitleProof').text, body: <Proof handOverId={handOverId} /> })}
  >
    {t('LabelProof').text}
  </Button>
)
