import '@mantine/core/styles/Switch.css'
import { Button, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import { type ImportDetail, imports } from '../contract.ts'
import { unknownWords } from '../layout.ts'
import { t } from '../messages.ts'
import { type ImportStatus, needsConfirmation, whyNotApply } from '../rules.ts'
import { t as screens } from '../screens.ts'
import { Discard } from './Discard.tsx'
import classes from './import.module.css'

const REFRESHES = [imports.get, imports.page, imports.lines]

/** Imports or discards a checked file; moving out many residents needs a confirmation. */
export function ApplyPanel({ job }: { job: ImportDetail }) {
  const [isFullList, setIsFullList] = useState(job.IsFullList)
  const moves = { isFullList, moveOut: job.MovesOut, of: job.MovesOutOf }
  const save = useChange(imports.save, { refreshes: REFRESHES, onDone: ({ Message }) => toast.info(Message) })
  const whyNot = whyNotApply(
    {
      status: job.Status as ImportStatus,
      isChecked: job.IsChecked,
      isTruncated: job.IsTruncated,
      unplaced: job.Unplaced,
      toDo: job.New + job.Changed,
      unknownStatuses: unknownWords(job),
    },
    { ...moves, isConfirmed: true },
  )
  const apply = async () => {
    const mustConfirm = isFullList && needsConfirmation(moves)
    if (mustConfirm && !(await confirmed(moves))) return
    save.mutate({ input: { Id: job.Id, Apply: true, IsFullList: isFullList, ConfirmMoveOut: mustConfirm } })
  }
  return (
    <FormSection title={screens('WordImport').text}>
      <section className={classes.apply} aria-label={screens('WordImport').text}>
        <Switch
          label={t('LabelFullList').text}
          description={fullListHelp(job)}
          checked={isFullList}
          disabled={job.IsTruncated}
          onChange={(event) => setIsFullList(event.currentTarget.checked)}
        />
        {whyNot && <Text c="dimmed">{whyNot.text}</Text>}
        <div className={classes.buttons}>
          <Button onClick={apply} disabled={whyNot !== null} loading={save.isPending}>
            {(job.Status === 'Failed' ? t('ButtonApplyAgain') : screens('WordImport')).text}
          </Button>
          <Discard importId={job.Id} />
        </div>
      </section>
    </FormSection>
  )
}

function fullListHelp({ MovesOut, MovesOutOf, Stays }: ImportDetail): string {
  const stays = Stays > 0 ? ` ${t('HelpStays', { count: numberText(Stays) }).text}` : ''
  if (MovesOut === 0) return stays.trim() || t('HelpFullListComplete').text
  return t('HelpFullList', { count: numberText(MovesOut), of: numberText(MovesOutOf) }).text + stays
}

const confirmed = ({ moveOut, of }: { moveOut: number; of: number }) => {
  const values = { count: numberText(moveOut), of: numberText(of) }
  return confirm({
    title: t('TitleConfirmMoveOut', values).text,
    text: t('TextConfirmMoveOut', values).text,
    yes: t('ButtonMoveOut').text,
    danger: true,
  })
}
