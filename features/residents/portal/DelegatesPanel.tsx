import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/Switch.css'
import { Button, Group, Switch, Text, TextInput } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useCall, useChange } from '#platform/portal/api/queries.ts'
import { confirm, messageBox } from '#platform/portal/feedback/dialogs.tsx'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import { type ResidentInfo, residents } from '../contract.ts'
import { type Delegate, DelegateDraft } from '../delegate-contract.ts'
import { t } from '../messages.ts'
import classes from './resident.module.css'

/** A resident's delegates with their days. */
export function DelegatesPanel({ resident }: { resident: ResidentInfo }) {
  const delegates = useCall(residents.delegates, { params: { residentId: resident.Id } })
  return (
    <Sections>
      <FormSection title={t('TabDelegates').text}>
        <Text c="dimmed">{t('HelpDelegates').text}</Text>
        <Loaded query={delegates}>
          {(rows) =>
            rows.length === 0 ? (
              <Text>{t('NoDelegates').text}</Text>
            ) : (
              <ul className={classes.delegates}>
                {rows.map((delegate) => (
                  <DelegateRow key={delegate.Id} delegate={delegate} resident={resident} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </FormSection>
      {resident.IsActive && (
        <FormSection title={t('SectionNewDelegate').text}>
          <NewDelegate residentId={resident.Id} />
        </FormSection>
      )}
    </Sections>
  )
}

function DelegateRow({ delegate, resident }: { delegate: Delegate; resident: ResidentInfo }) {
  const { day } = useTimeText(resident.PropertyTimezoneId)
  const remove = useChange(residents.removeDelegate, {
    refreshes: [residents.delegates],
    title: t('ButtonRemoveDelegate').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  const end = async () => {
    const title = `${t('ButtonRemoveDelegate').text}: ${delegate.Name}`
    const yes = await confirm({ title, text: t('RemoveDelegateText', { name: delegate.Name }).text, danger: true })
    if (yes) remove.mutate({ params: { residentId: resident.Id, delegateId: delegate.Id } })
  }
  return (
    <li>
      <div>
        <strong>{delegate.Name}</strong>
        <Text c="dimmed">{`${day(delegate.FromDay)} – ${day(delegate.UntilDay)}`}</Text>
      </div>
      <Button
        variant="default"
        size="xs"
        loading={remove.isPending}
        onClick={end}
        aria-label={`${t('ButtonRemoveDelegate').text}: ${delegate.Name}`}
      >
        {t('ButtonRemoveDelegate').text}
      </Button>
    </li>
  )
}

const EMPTY = { Name: '', EmailId: '', FromDay: '', UntilDay: '', SendLockerAccessCode: false }

function NewDelegate({ residentId }: { residentId: string }) {
  const draft = useDraft(DelegateDraft, EMPTY)
  const add = useChange(residents.addDelegate, {
    refreshes: [residents.delegates],
    title: t('MsgDelegateFailed').text,
    onDone: ({ Message, LockerAccessCode: code }, { input: { Name: name } }) => {
      toast.success(Message)
      draft.form.reset()
      void messageBox({
        title: t('TitleDelegateCode', { name }).text,
        body: t('DelegateCodeText', { code }).text,
      })
    },
    onRefused: (error) => {
      if (!(error instanceof CallError) || !error.field) return
      draft.form.setErrors((before) => ({ ...before, ...error.errors }))
      focus(error.field)
    },
  })
  const focus = (name: string) => draft.form.getInputNode(name as never)?.focus()
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const { hasErrors, errors } = await draft.form.validate()
    const [first] = Object.keys(errors)
    if (hasErrors) focus(first as string)
    else void add.mutate({ params: { residentId }, input: draft.form.getValues() })
  }
  return (
    <form className={classes.newDelegate} onSubmit={submit} noValidate aria-label={t('SectionNewDelegate').text}>
      <Group grow align="flex-start">
        <TextInput {...draft.field('Name', label('LabelName').text)} />
        <TextInput {...draft.field('EmailId', label('LabelEmail').text)} type="email" />
      </Group>
      <Group grow align="flex-start">
        <TextInput {...draft.field('FromDay', t('LabelFromDay').text)} type="date" />
        <TextInput {...draft.field('UntilDay', t('LabelUntilDay').text)} type="date" />
      </Group>
      <Switch {...draft.check('SendLockerAccessCode', t('LabelSendToDelegate').text)} disabled={!draft.values.EmailId} />
      <div>
        <Button type="submit" loading={add.isPending}>
          {t('ButtonAddDelegate').text}
        </Button>
      </div>
    </form>
  )
}
