import { Text } from '@mantine/core'
import { t as photo } from '#platform/photo-messages.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { handOver } from '../contract.ts'
import { t } from '../messages.ts'
import classes from './hand-over.module.css'

/** The proof of a hand-over. */
export function Proof({ handOverId }: { handOverId: string }) {
  const proof = useCall(handOver.proof, { params: { handOverId } }, { keptFor: 0 })
  return (
    <Loaded query={proof}>
      {({ Kind, Image, CollectedBy }) => (
        <>
          <img src={Image} alt={Kind === 'photo' ? photo('WordPhoto').text : t('WordSignature').text} className={classes.proof} />
          {CollectedBy && <Text>{t('NoteCollectedBy', { name: CollectedBy }).text}</Text>}
        </>
      )}
    </Loaded>
  )
}
