import { Button, Text, TextInput, Title } from '@mantine/core'
import type { FormEvent } from 'react'
import { ScanButton } from '#features/packages/portal/shared/ScanButton.tsx'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { t as label } from '#platform/labels.ts'
import { t as tPages } from '#platform/page-messages.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import screen from '#platform/portal/ui/screen.module.css'
import { MAX_RECIPIENTS } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import classes from './hand-over.module.css'
import { RecipientPanel } from './RecipientPanel.tsx'
import { type Found, useHandOver } from './use-hand-over.ts'

/** Hands packages over in a mailroom: a code, a name or a number, who collects, the proof, done; then the next person. */
export default function HandOver() {
  const { property } = useViewer()
  const work = useHandOver()
  const { found } = work
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void work.find(work.text)
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
            value={work.propertyId ?? null}
            error={work.isPropertyMissing && t('MsgChooseProperty').text}
            onChange={(id) => void work.chooseProperty(id)}
          />
        )}
        <TextInput
          ref={work.field}
          type="search"
          label={t('LabelFind').text}
          description={t('HelpFind').text}
          autoComplete="off"
          value={work.text}
          onChange={(event) => work.setText(event.currentTarget.value)}
        />
        <Button type="submit" variant={found?.reply.Recipients.length ? 'default' : 'filled'} loading={work.isSearching}>
          {tPages('WordSearch').text}
        </Button>
      </form>
      <ScanButton
        onRead={(code) => {
          work.setText(code)
          void work.find(code)
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
          onSelect={(selected) => work.select(found.nth, selected)}
          onChoose={() => work.choose(recipient)}
          onProof={work.setHasProof}
          onFailed={() => work.noteFailure(found.nth)}
          onDone={() => work.finish(found.nth)}
        />
      ))}
    </section>
  )
}

/** A number may be an access code and that of somebody else's package. */
const isAmbiguous = (recipients: Found['reply']['Recipients']) =>
  recipients.length > 1 && recipients.some((one) => one.FoundBy === 'code')
