import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { Button, Group, Input, SegmentedControl } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import { t as photo } from '#platform/photo-messages.ts'
import { PhotoInput } from '#platform/portal/form/PhotoInput.tsx'
import type { PROOF_KINDS } from '../contract.ts'
import { t } from '../messages.ts'
import classes from './hand-over.module.css'

type Proof = { readonly Kind: (typeof PROOF_KINDS)[number] /** A data URL; '' for none. */; readonly Image: string }
export const NO_PROOF: Proof = { Kind: 'signature', Image: '' }

type Props = {
  value: Proof
  isRequired: boolean
  error: string | undefined
  /** `hasAny`: a signature or a photo was taken, perhaps not of the kind that is shown. */
  onChange: (proof: Proof, hasAny: boolean) => void
}

const hasAny = (images: Readonly<Record<Proof['Kind'], string>>) => Object.values(images).some(Boolean)

/** A signature on the screen, or a photo. */
export function ProofInput({ value, isRequired, error, onChange }: Props) {
  const errorId = useId()
  // Of each kind, so that looking at the other one loses nothing.
  const [images, setImages] = useState({ signature: '', photo: '' })
  const take = (Kind: Proof['Kind']) => (Image: string) => {
    const taken = { ...images, [Kind]: Image }
    setImages(taken)
    onChange({ Kind, Image }, hasAny(taken))
  }
  const show = (Kind: Proof['Kind']) => onChange({ Kind, Image: images[Kind] }, hasAny(images))
  return (
    <Input.Wrapper
      label={t('LabelProof').text}
      labelElement="div"
      required={isRequired}
      error={error}
      errorProps={{ id: errorId, role: 'alert' }}
    >
      <SegmentedControl
        transitionDuration={0}
        my={4}
        display="flex"
        w="max-content"
        aria-label={t('LabelProof').text}
        data={[
          { value: 'signature', label: t('WordSignature').text },
          { value: 'photo', label: photo('WordPhoto').text },
        ]}
        value={value.Kind}
        onChange={(kind) => show(kind as Proof['Kind'])}
      />
      {value.Kind === 'photo' && (
        <PhotoInput label={photo('WordPhoto').text} path="Proof" value={value.Image} onChange={take('photo')} />
      )}
      <div hidden={value.Kind === 'photo'}>
        <SignatureInput onChange={take('signature')} isEmpty={images.signature === ''} />
      </div>
    </Input.Wrapper>
  )
}

/** Dark ink on white, in dark mode too: the picture is kept. */
const INK = { penColor: '#1b1f27', backgroundColor: '#ffffff' }

function SignatureInput({ isEmpty, onChange }: { isEmpty: boolean; onChange: (image: string) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const dense = Math.max(window.devicePixelRatio, 1)
    element.width = element.offsetWidth * dense
    element.height = element.offsetHeight * dense
    element.getContext('2d')?.scale(dense, dense)
    const drawn = new SignaturePad(element, INK)
    drawn.addEventListener('endStroke', () => changed(drawn.toDataURL()))
    pad.current = drawn
    return () => drawn.off()
  }, [])
  const clear = () => {
    pad.current?.clear()
    onChange('')
  }
  return (
    <>
      <canvas ref={canvas} className={classes.signature} role="img" aria-label={t('HelpSignature').text} />
      <Group gap="xs">
        <Input.Description>{t('HelpSignature').text}</Input.Description>
        {!isEmpty && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {t('ButtonClearSignature').text}
          </Button>
        )}
      </Group>
    </>
  )
}
