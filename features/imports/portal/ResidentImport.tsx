import { Anchor, Button, FileButton, Text, Title } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { CSV_START, csvLine } from '#platform/csv.ts'
import { call } from '#platform/portal/call.ts'
import { download } from '#platform/portal/download.ts'
import { pathTo, ScreenLink, useGo } from '#platform/portal/links.tsx'
import { useRefresh } from '#platform/portal/queries.ts'
import { toast } from '#platform/portal/toast.tsx'
import { useAttempt } from '#platform/portal/use-attempt.ts'
import { useViewer } from '#platform/portal/viewer.tsx'
import { FILE_FIELD, imports } from '../contract.ts'
import { say } from '../messages.ts'
import { COLUMN_NAMES, FILE_ENDING, MAX_FILE_BYTES, MEGABYTE, whyNotUpload } from '../rules.ts'
import classes from './import.module.css'

/** Takes a file of residents (spec 2 §2); what it would change is shown before anything does. */
export default function ResidentImport() {
  const { isSending, send } = useUpload()
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1}>{say('TitleImport').text}</Title>
        <Anchor component={ScreenLink} to="/importfile/list">
          {say('ButtonImports').text}
        </Anchor>
      </div>
      <Text c="dimmed">{say('HelpUpload', { megabytes: MAX_FILE_BYTES / MEGABYTE }).text}</Text>
      <DropZone isSending={isSending} onFile={send} />
      <Text c="dimmed">{say('HelpColumns').text}</Text>
      <div>
        <Button variant="default" onClick={downloadTemplate}>
          {say('ButtonTemplate').text}
        </Button>
      </div>
    </div>
  )
}

const downloadTemplate = () => download(`residents${FILE_ENDING}`, [CSV_START, csvLine(COLUMN_NAMES)], 'text/csv;charset=utf-8')

function DropZone({ isSending, onFile }: { isSending: boolean; onFile: (file: File) => void }) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !isSending) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut for the button in it
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} stroke={1.5} aria-hidden />
      <FileButton accept={`${FILE_ENDING},text/csv`} onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button {...props} loading={isSending}>
            {say('ButtonChoose').text}
          </Button>
        )}
      </FileButton>
      <Text c="dimmed">{say('ButtonDrop').text}</Text>
    </div>
  )
}

/** Sends a file and goes to what is told of it. */
function useUpload() {
  const { organisation } = useViewer()
  const { isUnderWay, attempt } = useAttempt()
  const go = useGo()
  const refresh = useRefresh()
  const upload = async (file: File) => {
    const whyNot = whyNotUpload(file)
    if (whyNot) return toast.error(whyNot.text, { title: say('MsgUploadFailed').text })
    const form = new FormData()
    form.set(FILE_FIELD, file, file.name)
    try {
      const { Id } = await call(imports.upload, { params: { organisationId: organisation.id }, input: form as never })
      refresh([imports.page])
      go(pathTo('/importfile/{importId}/detail', { importId: Id }))
    } catch (error) {
      return toast.failure(error, say('MsgUploadFailed').text)
    }
  }
  return { isSending: isUnderWay, send: (file: File) => attempt(() => upload(file)) }
}
