import '@mantine/core/styles/Switch.css'
import { Button, Group, Switch, Text, TextInput, Title } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import { CallError } from '#platform/portal/call-error.ts'
import { confirm, messageBox } from '#platform/portal/dialogs.tsx'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { Loaded } from '#platform/portal/Loaded.tsx'
import { useCall, useChange } from '#platform/portal/queries.ts'
import { useTimeText } from '#platform/portal/times.tsx'
import { toast } from '#platform/portal/toast.tsx'
import { type Delegate, DelegateDraft, type ResidentInfo, residents } from '../contract.ts'
import { say } from '../messages.ts'
import classes from './resident.module.css'

/** Who may collect for a resident, and on which days; each has a code of their own. */
export function DelegatesPanel({ resident }: { resident: ResidentInfo }) {
  const delegates = useCall(residents.delegates, { params: { residentId: resident.Id } })
  return (
    <>
      <Title order={2}>{say('TabDelegates').text}</Title>
      <Text c="dimmed">{say('HelpDelegates').text}</Text>
      <Loaded query={delegates}>
        {(rows) =>
          rows.length === 0 ? (
            <Text>{say('NoDelegates').text}</Text>
          ) : (
            <ul className={classes.delegates}>
              {rows.map((delegate) => (
                <DelegateRow key={delegate.Id} delegate={delegate} resident={resident} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {resident.IsActive && <NewDelegate residentId={resident.Id} />}
    </>
  )
}

function DelegateRow({ delegate, resident }: { delegate: Delegate; resident: ResidentInfo }) {
  const { day } = useTimeText(resident.PropertyId)
  const remove = useChange(residents.removeDelegate, {
    refreshes: [residents.delegates],
    title: say('ButtonRemoveDelegate').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  const end = async () => {
    const title = `${say('ButtonRemoveDelegate').text}: ${delegate.Name}`
    const yes = await confirm({ title, text: say('RemoveDelegateText', { name: delegate.Name }).text, danger: true })
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
        aria-label={`${say('ButtonRemoveDelegate').text}: ${delegate.Name}`}
      >
        {say('ButtonRemoveDelegate').text}
      </Button>
    </li>
  )
}

const EMPTY = { Name: '', EmailId: '', FromDay: '', UntilDay: '', SendLockerAccessCode: false }

function NewDelegate({ residentId }: { residentId: string }) {
  const draft = useDraft(DelegateDraft, EMPTY)
  const add = useChange(residents.addDelegate, {
    refreshes: [residents.delegates],
    title: say('MsgDelegateFailed').text,
    onDone: ({ Message, LockerAccessCode: code }, { input: { Name: name } }) => {
      toast.success(Message)
      draft.form.reset()
      void messageBox({
        title: say('TitleDelegateCode', { name }).text,
        body: say('DelegateCodeText', { code }).text,
      })
    },
    onRefused: (error) => {
      if (!(error instanceof CallError) || !error.field) return
      draft.form.setFieldError(error.field as never, error.message)
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
    <form className={classes.newDelegate} onSubmit={submit} noValidate aria-label={say('SectionNewDelegate').text}>
      <Title order={3} size="h2">
        {say('SectionNewDelegate').text}
      </Title>
      <Group grow align="flex-start">
        <TextInput {...draft.field('Name')} label={say('LabelDelegateName').text} />
        <TextInput {...draft.field('EmailId')} label={say('LabelEmail').text} type="email" />
      </Group>
      <Group grow align="flex-start">
        <TextInput {...draft.field('FromDay')} label={say('LabelFromDay').text} type="date" />
        <TextInput {...draft.field('UntilDay')} label={say('LabelUntilDay').text} type="date" />
      </Group>
      <Switch {...draft.check('SendLockerAccessCode')} label={say('LabelSendToDelegate').text} disabled={!draft.values.EmailId} />
      <div>
        <Button type="submit" loading={add.isPending}>
          {say('ButtonAddDelegate').text}
        </Button>
      </div>
    </form>
  )
}
