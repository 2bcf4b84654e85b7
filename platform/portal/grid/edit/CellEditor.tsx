import { Loader, Popover, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '#platform/bulk-messages.ts'
import { wasShown } from '../../api/call.ts'
import { textsOf } from '../../api/call-error.ts'
import { isChangedElsewhere } from '../../api/changed-elsewhere.ts'
import { refreshScreen } from '../../api/queries.ts'
import { toast } from '../../feedback/toast.tsx'
import type { CellEdit, EditedCell } from './cell-edit.ts'
import classes from './edit.module.css'

type Props<Row> = {
  row: Row
  edit: CellEdit<Row>
  /** The cell's text until the record has been read. */
  text: string
  name: string
  column: string
  end: () => void
}

/** The field of a cell: Enter saves, so does leaving it, Escape cancels. A refusal is shown at the cell, and the typed text stays. */
export default function CellEditor<Row>({ row, edit, text, name, column, end }: Props<Row>) {
  const client = useQueryClient()
  const [value, setValue] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [record, setRecord] = useState<EditedCell | null>(null)
  const begin = useRef(() => edit.begin(row))
  const reading = useRef<Promise<EditedCell>>(undefined)
  useEffect(() => {
    let isShown = true
    reading.current = begin.current()
    reading.current.then(
      (read) => isShown && setRecord(read),
      (failure: unknown) => isShown && setError(textsOf(failure).message),
    )
    return () => {
      isShown = false
    }
  }, [])

  const shown = value ?? record?.value ?? text
  // The field loses the focus when it goes, which must not save.
  const isOver = useRef(false)
  const leave = () => {
    isOver.current = true
    end()
  }
  /** Gives the cell its former text again, unless somebody else has changed it since. */
  const restore = async (before: string, typed: string) => {
    try {
      const now = await edit.begin(row)
      if (now.value !== typed) return toast.error(t('CellChangedSince').text)
      await now.save(before)
      await refreshScreen(client)
    } catch (failure) {
      toast.failure(failure)
    }
    return undefined
  }
  /** Reads the record as somebody else has changed it; Enter then saves what was typed into that. */
  const showTheirs = async () => {
    try {
      const theirs = await edit.begin(row)
      reading.current = Promise.resolve(theirs)
      setRecord(theirs)
      setError(t('CellChangedElsewhere', { value: theirs.value }).text)
    } catch (failure) {
      setError(textsOf(failure).message)
    }
  }
  const save = async () => {
    if (isSaving || isOver.current) return
    setSaving(true)
    setError(null)
    try {
      // Who types fast presses Enter before the record has been read.
      const read = await reading.current!
      const typed = value ?? read.value
      if (typed === read.value) return leave()
      await read.save(typed)
      await refreshScreen(client)
      leave()
      toast.success(t('CellSaved', { column, name: edit.nameOf(row) }).text, { undo: () => restore(read.value, typed) })
    } catch (failure) {
      if (isChangedElsewhere(failure)) await showTheirs()
      else if (!wasShown(failure)) setError(textsOf(failure).message)
      setSaving(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The grid moves from cell to cell with these keys.
    event.stopPropagation()
    if (event.key === 'Escape') leave()
    if (event.key !== 'Enter') return
    event.preventDefault()
    void save()
  }
  const field = {
    size: 'xs',
    'aria-label': name,
    'aria-invalid': error !== null,
    autoFocus: true,
    value: shown,
    readOnly: isSaving,
    onKeyDown,
    onBlur: () => {
      if (error === null) void save()
    },
  } as const
  return (
    <Popover opened={error !== null} position="bottom-start" withinPortal withRoles={false} trapFocus={false} returnFocus={false}>
      <Popover.Target>
        <div className={classes.editor}>
          <TextInput
            {...field}
            maxLength={edit.maxLength}
            inputMode={edit.isNumber ? 'numeric' : undefined}
            rightSection={isSaving ? <Loader size={12} /> : undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" role="alert" c="var(--stop)" maw={320}>
          {error}
        </Text>
      </Popover.Dropdown>
    </Popover>
  )
}
