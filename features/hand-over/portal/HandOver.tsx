import { Button, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ScanButton } from '#features/packages/portal/shared/ScanButton.tsx'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { isAccessCode } from '#features/residents/rules.ts'
import { t as label } from '#platform/labels.ts'
import type { OutputOf } from '#platform/operation.ts'
import { t as tPages } from '#platform/page-messages.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { mayLeave, useUnsavedGuard } from '#platform/portal/form/use-unsaved-guard.ts'
import { useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import { localStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { handOver, MAX_RECIPIENTS } from '../contract.ts'
import { t } from '../messages.ts'
import { numbered, readyIds, selectedAtFirst } from '../rules.ts'
import { t as screens } from '../screens.ts'
import classes from './hand-over.module.css'
import { RecipientPanel } from './RecipientPanel.tsx'

/** The property that this computer's mailroom belongs to. */
const PROPERTY = 'handOverProperty'

type Found = {
  readonly text: string /** The search, counted. */
  readonly nth: number
  readonly reply: OutputOf<typeof handOver.find>
  /** A hand-over of these failed: they may have changed. */
  readonly isOutdated?: boolean
  /** Ids of the packages that are selected. */
  readonly selected: readonly string[]
}

/** Hands packages over in a mailroom: a code, a name or a number, who collects, the proof, done; then the next person. */
export default function HandOver() {
  const { property } = useViewer()
  const { Q, PropertyId } = useSearchParams()
  const setAddress = useSetSearchParams()
  const [propertyId, setPropertyId] = useState(PropertyId ?? property?.id ?? localStore.read(PROPERTY))
  const [text, setText] = useState(Q ?? '')
  const [found, setFound] = useState<Found | null>(null)
  const field = useRef<HTMLInputElement>(null)
  /** Counts searches and ends of them: a hand-over that ends later changes nothing of the next one. */
  const shown = useRef(0)
  // A signature or a photo would have to be asked for again.
  const [hasProof, setHasProof] = useState(false)
  const search = useChange(handOver.find, {
    title: t('MsgFindFailed').text,
    onDone: (reply, { input }) => {
      setHasProof(false)
      const selected = reply.Recipients.flatMap((recipient) => selectedAtFirst(recipient, input.Text))
      shown.current += 1
      setFound({ text: input.Text, nth: shown.current, reply, selected })
    },
  })
  const [isPropertyMissing, setIsPropertyMissing] = useState(false)
  useUnsavedGuard(hasProof)
  const mayReplace = async () => !hasProof || (await mayLeave())
  const searched = useRef('')
  const find = async (sought: string) => {
    setIsPropertyMissing(!propertyId)
    // What a scanner types next replaces it.
    field.current?.select()
    if (!propertyId || !sought.trim() || selectScanned(sought) || !(await mayReplace())) return
    searched.current = sought
    // The browser keeps addresses: an access code is not written into one.
    void setAddress({ Q: isAccessCode(sought.trim()) ? undefined : sought, PropertyId: propertyId })
    search.mutate({ input: { PropertyId: propertyId, Text: sought } })
  }
  /** Changes what was found by a search, if it is still shown. */
  const change = (nth: number, to: (now: Found) => Found) => setFound((now) => (now?.nth === nth ? to(now) : now))
  /** Whether it is the number of another package of the one person that is shown, which is then selected as well. */
  const selectScanned = (sought: string) => {
    const [recipient, ...others] = found?.reply.Recipients ?? []
    if (!found || found.isOutdated || !recipient || others.length > 0) return false
    const scanned = readyIds({ Packages: numbered(recipient.Packages, sought) })
    if (scanned.length === 0) return false
    change(found.nth, (now) => ({ ...now, selected: [...new Set([...now.selected, ...scanned])] }))
    return true
  }
  const findLinked = useEffectEvent((linked: string) => {
    if (linked === searched.current) return
    setText(linked)
    void find(linked)
  })
  useEffect(() => {
    if (Q) findLinked(Q)
    field.current?.focus()
  }, [Q])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void find(text)
  }
  const close = () => {
    shown.current += 1
    setFound(null)
  }
  const next = () => {
    close()
    setText('')
    setHasProof(false)
    searched.current = ''
    void setAddress({ Q: undefined })
    field.current?.focus()
  }
  const chooseProperty = async (id: string | null) => {
    if (!(await mayReplace())) return
    setPropertyId(id)
    close()
    setHasProof(false)
    setIsPropertyMissing(false)
    void setAddress({ PropertyId: id ?? undefined, Q: undefined })
    if (id) localStore.write(PROPERTY, id)
  }
  return (
    <section className={screen.screen} data-scrolls aria-label={screens('ScreenHandOver').text}>
      <div className={screen.header}>
        <Title order={1}>{screens('ScreenHandOver').text}</Title>
      </div>
      <form onSubmit={submit} noValidate className={classes.search}>
        {!property && (
          <PropertyPicker
            label={label('LabelProperty').text}
            required
            value={propertyId ?? null}
            error={isPropertyMissing && t('MsgChooseProperty').text}
            onChange={(id) => void chooseProperty(id)}
          />
        )}
        <TextInput
          ref={field}
          type="search"
          label={t('LabelFind').text}
          description={t('HelpFind').text}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant={found?.reply.Recipients.length ? 'default' : 'filled'} loading={search.isPending}>
          {tPages('WordSearch').text}
        </Button>
      </form>
      <ScanButton
        onRead={(code) => {
          setText(code)
          void find(code)
        }}
      />
      <div role="status">
        {found && found.reply.Recipients.length === 0 && <Text>{t('NothingFound', { text: found.text }).text}</Text>}
        {found?.reply.HasMore && <Text>{t('HintMoreFound', { count: MAX_RECIPIENTS }).text}</Text>}
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
          selected={found.selected}
          onSelect={(selected) => change(found.nth, (now) => ({ ...now, selected }))}
          onChoose={() => setFound({ ...found, reply: { ...found.reply, Recipients: [recipient] } })}
          onProof={setHasProof}
          onFailed={() => change(found.nth, (now) => ({ ...now, isOutdated: true }))}
          onDone={() => found.nth === shown.current && next()}
        />
      ))}
    </section>
  )
}

/** A number may be an access code and that of somebody else's package. */
const isAmbiguous = (recipients: Found['reply']['Recipients']) =>
  recipients.length > 1 && recipients.some((one) => one.FoundBy === 'code')
