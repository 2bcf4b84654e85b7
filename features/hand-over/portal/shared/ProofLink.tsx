import { Button } from '@mantine/core'
import { messageBox } from '#platform/portal/feedback/dialogs.tsx'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { t } from '../../messages.ts'

const Proof = lazyComponent(() => import('./Proof.tsx'))

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
