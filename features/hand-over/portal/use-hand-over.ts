import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isAccessCode } from '#features/residents/rules.ts'
import type { OutputOf } from '#platform/operation.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { mayLeave, useUnsavedGuard } from '#platform/portal/form/use-unsaved-guard.ts'
import { useSearchParams, useSetSearchParams } from '#platform/portal/navigation/links.tsx'
import { localStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { handOver } from '../contract.ts'
import { t } from '../messages.ts'
import { numbered, readyIds, selectedAtFirst } from '../rules.ts'

/** The property that this computer's mailroom belongs to. */
const PROPERTY = 'handOverProperty'

export type Found = {
  readonly text: string
  /** The search, counted. */
  readonly nth: number
  readonly reply: OutputOf<typeof handOver.find>
  /** A hand-over of these failed: they may have changed. */
  readonly isOutdated?: boolean
  /** Ids of the packages that are selected. */
  readonly selected: readonly string[]
}

/** The search for packages in the property of a mailroom, what was found, and what is selected of it. */
export function useHandOver() {
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
  return {
    propertyId,
    chooseProperty,
    isPropertyMissing,
    /** The search field. */
    field,
    text,
    setText,
    find,
    isSearching: search.isPending,
    found,
    setHasProof,
    select: (nth: number, selected: readonly string[]) => change(nth, (now) => ({ ...now, selected })),
    /** A hand-over of what was found has failed. */
    noteFailure: (nth: number) => change(nth, (now) => ({ ...now, isOutdated: true })),
    /** Leaves only this recipient of those that were found. */
    choose: (recipient: Found['reply']['Recipients'][number]) =>
      setFound((now) => now && { ...now, reply: { ...now.reply, Recipients: [recipient] } }),
    /** Makes room for the next person, unless another search has begun. */
    finish: (nth: number) => nth === shown.current && next(),
  }
}
