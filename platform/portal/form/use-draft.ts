import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { textOf, unpackMessage } from '#platform/define-messages.ts'
import { isSame, mergeDraft, type Together } from './merge-draft.ts'

/** The values of a form: an object of the contract. */
export type DraftSchema = z.ZodObject

/** A value as a text where it is not its own text; '' if the form does not know. */
type Show = (value: never) => string
type Described = { readonly label: string; readonly show: Show | undefined }

/** Shows a choice by its text. */
export const choiceText =
  (choices: readonly { readonly value: string; readonly label: string }[]): Show =>
  (value: unknown) =>
    choices.find((choice) => choice.value === String(value))?.label ?? ''
/** Shows the choice that a record has by its name. */
export const namedAs =
  (id: string | null | undefined, name: string | null | undefined): Show =>
  (value: unknown) =>
    value === id ? (name ?? '') : ''

/** The value of an empty input. */
const EMPTY = ['', null, undefined]

/** The errors of a schema by field, as texts. */
function validatorOf(schema: DraftSchema) {
  const check = schemaResolver(schema, { sync: true })
  return (values: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(check(values)).map(([field, error]) => [field, textOf(unpackMessage(String(error)))]))
}

/** A field is marked as required if its schema refuses every empty value. */
const refusesNothing = (field: z.ZodType) => EMPTY.every((nothing) => !field.safeParse(nothing).success)

/**
 * A form's values, validated by the contract's schema. `initial`: the loaded record, or the defaults of a new one. When the record
 * is read again, for example after a save, values without unsaved changes follow it; after `expectTheirs`, each field does that was
 * not changed here, and those that are taken `together` do together. Fields are bound with `draft.field('Name', label)`, which also
 * marks required ones.
 */
export function useDraft<S extends DraftSchema>(
  schema: S,
  initial: z.input<S>,
  together: readonly (readonly (keyof z.input<S> & string)[])[] = [],
) {
  type Values = z.input<S> & Record<string, unknown>
  const form = useForm<Values>({
    initialValues: initial as Values,
    validate: validatorOf(schema) as never,
    validateInputOnBlur: true,
  })
  /** Whose change the record has that is being read again: that of a save, or of somebody else, because of whom a save was refused. */
  const merging = useRef<'mine' | 'theirs' | null>(null)
  /** When the record that the form changes was read. */
  const readAt = useRef(Date.now())
  /** What somebody else has changed: their values, and the fields, which may be changed here too. */
  const [conflict, setConflict] = useState<Conflict<Values> | null>(null)
  /**
   * Takes saved values on, and shows others: set last, so that the form knows of each of them whether it is saved. The errors of
   * fields whose values stay, such as of one that was left during the save, stay too.
   */
  const follow = (saved: Values, shown: Values) => {
    const values = form.getValues()
    readAt.current = Date.now()
    form.setInitialValues(saved)
    form.resetDirty(saved)
    let errors: typeof form.errors = {}
    form.setErrors((before) => {
      errors = before
      return before
    })
    // Removes all errors.
    form.setValues(shown)
    form.setErrors(() => Object.fromEntries(Object.entries(errors).filter(([name]) => isSame(values[name], shown[name]))))
  }
  useFollowedRecord(initial, form.isDirty() && !merging.current, () => {
    const theirs = initial as Values
    // After one's own save, unchanged fields of a group take the server's values.
    const groups = merging.current === 'theirs' ? together : []
    const since = readAt.current
    const { values, changed } = mergeDraft(form.getInitialValues(), form.getValues(), theirs, groups)
    follow(theirs, merging.current ? values : theirs)
    if (merging.current === 'theirs') setConflict({ theirs, changed, since })
    merging.current = null
  })
  const required = useMemo(
    () => new Set(Object.entries(schema.shape).flatMap(([name, field]) => (refusesNothing(field as z.ZodType) ? [name] : []))),
    [schema],
  )
  const [described] = useState(() => new Map<string, Described>())
  const bind = (name: string, type: 'input' | 'checkbox', label: string, show?: Show) => {
    described.set(name, { label, show })
    return { ...form.getInputProps(name as never, { type }), label, required: type === 'input' && required.has(name) }
  }
  return {
    schema,
    form,
    values: form.values,
    /** Props of a text, number or choice input. */
    field: <Name extends keyof z.input<S> & string>(name: Name, label: string, show?: Show) => bind(name, 'input', label, show),
    /** Props of a checkbox or switch. */
    check: <Name extends keyof z.input<S> & string>(name: Name, label: string) => bind(name, 'checkbox', label),
    /** Names a field that is not bound, for a conflict, and returns the name. */
    describe: <Name extends keyof z.input<S> & string>(name: Name, label: string, show?: Show): string => {
      described.set(name, { label, show })
      return label
    },
    /** Whether a field that is not bound is marked as required. */
    isRequired: (name: keyof z.input<S> & string): boolean => required.has(name),
    /** The fields that have been shown. */
    described: described as ReadonlyMap<string, Described>,
    conflict,
    together: together as Together,
    /** The record is about to be read again because a save was refused. */
    expectTheirs: () => {
      merging.current = 'theirs'
    },
    /** Whether the record has not been read since then. */
    isExpectingTheirs: () => merging.current === 'theirs',
    /** The values were saved: `readAgain` reads the record, which is taken on beside input that was typed meanwhile. */
    keepSaved: async (sent: Values, readAgain: () => Promise<unknown>) => {
      follow(sent, form.getValues())
      merging.current = 'mine'
      await readAgain()
      // After the record has been shown.
      setTimeout(() => {
        if (merging.current === 'mine') merging.current = null
      })
    },
    endConflict: () => setConflict(null),
    /** Changes some values together, for instance a city with its country. */
    set: (change: Partial<z.input<S>>) => form.setValues(change as Partial<Values>),
  }
}
export type Draft<S extends DraftSchema> = ReturnType<typeof useDraft<S>>

export type Conflict<V> = {
  readonly theirs: V
  readonly changed: readonly { readonly name: string; readonly isMine: boolean }[]
  /** When the version before theirs was read, in ms. */
  readonly since: number
}

/** The input of a field; another form on the screen may have one of that name. */
export const inputOf = (form: Element | null | undefined, field: string) =>
  form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`)

/** Calls `follow` when the record differs from the one that the form shows, once there are no unsaved changes. */
function useFollowedRecord(record: unknown, isDirty: boolean, follow: () => void): void {
  const current = JSON.stringify(record)
  const shown = useRef(current)
  const apply = useEffectEvent(follow)
  useEffect(() => {
    if (isDirty || shown.current === current) return
    shown.current = current
    apply()
  }, [current, isDirty])
}
