import { Button, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { t as label } from '#platform/labels.ts'
import type { OutputOf } from '#platform/operation.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import { useSearchParams } from '#platform/portal/navigation/links.tsx'
import { localStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { handOver } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import classes from './hand-over.module.css'
import { RecipientPanel } from './RecipientPanel.tsx'

/** The property that this computer's mailroom belongs to. */
const PROPERTY = 'handOverProperty'

type Found = {
  readonly text: string /** The search, counted. */
  readonly nth: number
  readonly reply: OutputOf<typeof handOver.find>
}

/** Hands packages over in a mailroom: a code, a name or a number, who collects, the proof, done; then the next person. */
export default function HandOver() {
  const { property } = useViewer()
  const { Q, PropertyId } = useSearchParams()
  const [propertyId, setPropertyId] = useState(PropertyId ?? property?.id ?? localStore.read(PROPERTY))
  const [text, setText] = useState(Q ?? '')
  const [found, setFound] = useState<Found | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = useChange(handOver.find, {
    title: t('MsgFindFailed').text,
    onDone: (reply, { input }) => setFound((before) => ({ text: input.Text, nth: (before?.nth ?? 0) + 1, reply })),
  })
  const [isPropertyMissing, setIsPropertyMissing] = useState(false)
  const find = () => {
    setIsPropertyMissing(!propertyId)
    if (propertyId && text.trim()) search.mutate({ input: { PropertyId: propertyId, Text: text } })
  }
  const findAtOnce = useEffectEvent(find)
  useEffect(() => {
    if (Q) findAtOnce()
    field.current?.focus()
  }, [Q])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    find()
  }
  const next = () => {
    setFound(null)
    setText('')
    field.current?.focus()
  }
  return (
    <section className={screen.screen} data-scrolls aria-label={screens('ScreenHandOver').text}>
      <div className={screen.header}>
        <Title order={1}>{screens('ScreenHandOver').text}</Title>
      </div>
      <form onSubmit={submit} className={classes.search}>
        {!property && (
          <PropertyPicker
            label={label('LabelProperty').text}
            value={propertyId ?? null}
            error={isPropertyMissing && t('MsgChooseProperty').text}
            onChange={(id) => {
              setPropertyId(id)
              setFound(null)
              setIsPropertyMissing(false)
              if (id) localStore.write(PROPERTY, id)
            }}
          />
        )}
        <TextInput
          ref={field}
          type="search"
          label={t('LabelFind').text}
          description={t('HelpFind').text}
          inputWrapperOrder={['label', 'input', 'description']}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant={found?.reply.Recipients.length ? 'default' : 'filled'} loading={search.isPending}>
          {tPortal('WordSearch').text}
        </Button>
      </form>
      <div role="status">
        {found && found.reply.Recipients.length === 0 && <Text>{t('NothingFound', { text: found.text }).text}</Text>}
        {found && found.reply.Recipients.length > 0 && (
          <span className="visually-hidden">{t('SpokenFound', { count: found.reply.Recipients.length }).text}</span>
        )}
      </div>
      {found?.reply.Recipients.map((recipient) => (
        <RecipientPanel
          key={`${found.nth} ${recipient.ResidentId ?? `${recipient.Name} ${recipient.UnitNumber}`}`}
          recipient={recipient}
          proof={found.reply.Proof}
          timeZone={found.reply.TimezoneId}
          isOpen={found.reply.Recipients.length === 1}
          hint={isAmbiguous(found.reply.Recipients) ? t(recipient.FoundBy === 'code' ? 'HintIsCode' : 'HintIsNumber').text : ''}
          onChoose={() => setFound({ ...found, reply: { ...found.reply, Recipients: [recipient] } })}
          onDone={next}
        />
      ))}
    </section>
  )
}

/** A number may be an access code and that of somebody else's package. */
const isAmbiguous = (recipients: Found['reply']['Recipients']) =>
  recipients.length > 1 && recipients.some((one) => one.FoundBy === 'code')
