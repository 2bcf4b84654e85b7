import { Button, type ButtonProps, Title } from '@mantine/core'
import { createContext, type MouseEvent, type ReactNode, useContext, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useIsConnectionLost } from '../api/connection.ts'
import { t } from '../messages.ts'
import { useGo } from '../navigation/links.tsx'
import { useRecordFrame } from '../record/record-context.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ChoiceNames, useNewChoiceNames } from './choice-names.ts'
import classes from './form.module.css'
import type { DraftSchema } from './use-draft.ts'
import { ANOTHER, type FormSaveProps, useFormSave } from './use-form-save.ts'

const ConflictPanel = lazyComponent(() => import('./ConflictPanel.tsx'))

type Props<S extends DraftSchema> = FormSaveProps<S> & {
  /** Further buttons of the bar; that of a `SubmitButton` arrives as `intent`. */
  buttons?: ReactNode
  /** The primary button of the bar, the last; Save is then secondary, but stays the first, which Enter presses. */
  primary?: ReactNode
  /** No Save: the user may view but not change. */
  readOnly?: boolean
  /** Disables the fields and the buttons that send them, and is shown above these, for instance after an error. */
  stopped?: ReactNode
  children: ReactNode
}

/** A press would leave the field, whose error then moves the button away from under the pointer. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

/** The id of the form, whose buttons may be outside its element. */
const FormId = createContext('')

/** A button of a form's bar; `intent` is sent with the form. */
export function SubmitButton({ intent, disabled, ...props }: ButtonProps & { intent: string; children: ReactNode }) {
  const isDisabled = useIsConnectionLost() || disabled
  return <Button type="submit" form={useContext(FormId)} value={intent} variant="filled" {...props} disabled={isDisabled} />
}

/**
 * A form in a RecordPage: its sections side by side where there is room, its bar in the record's header or below the fields, always visible; the first invalid field focused, server refusals shown at their field, no
 * input lost (spec 1 §5); what somebody else has changed meanwhile is shown and merged. A save stays on the record, and shows a created one; an unchanged save returns to the list.
 */
export function DraftForm<S extends DraftSchema>(props: Props<S>) {
  const { draft, creates, history, readOnly = false, stopped } = props
  const { list, name, bar } = useRecordFrame()
  const id = useId()
  const go = useGo()
  const names = useNewChoiceNames()
  const element = useRef<HTMLFormElement>(null)
  const { isUnsaved, isUnderWay, pressed, submit } = useFormSave(props, { element, readOnly, isStopped: Boolean(stopped) })
  const buttons = (
    <div className={classes.bar} data-in-header={bar ? true : undefined}>
      <span className={classes.unsaved} role="status" data-text={t('FormUnsaved').text}>
        {isUnsaved ? t('FormUnsaved').text : ''}
      </span>
      <Button variant="default" data-cancels onClick={() => go(list.path, { asLeft: true })}>
        {t('WordCancel').text}
      </Button>
      {!readOnly && (
        <fieldset className={classes.buttons} disabled={Boolean(stopped)} onMouseDown={keepFocus}>
          <SubmitButton intent="" loading={isUnderWay && pressed === ''} {...(props.primary && { variant: 'default' })}>
            {t('WordSave').text}
          </SubmitButton>
          {creates && (
            <SubmitButton intent={ANOTHER} variant="default">
              {t('FormSaveAndAdd').text}
            </SubmitButton>
          )}
          {props.buttons}
          {props.primary}
        </fieldset>
      )}
    </div>
  )
  return (
    <form ref={element} id={id} className={classes.form} onSubmit={submit} noValidate aria-label={name}>
      <fieldset className={classes.fields} disabled={readOnly || Boolean(stopped)}>
        <ChoiceNames value={names}>
          {draft.conflict && <ConflictPanel draft={draft as never} conflict={draft.conflict} history={history} />}
          {props.children}
        </ChoiceNames>
      </fieldset>
      {stopped}
      <FormId value={id}>{bar ? createPortal(buttons, bar) : buttons}</FormId>
    </form>
  )
}

/** Sections of a record's tab that has no form, side by side where there is room. */
export const Sections = ({ children }: { children: ReactNode }) => (
  <div className={classes.form}>
    <div className={classes.fields}>{children}</div>
  </div>
)

/** A card: a heading with its fields. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  )
}
