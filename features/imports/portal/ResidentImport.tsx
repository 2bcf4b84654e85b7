import { Anchor, Button, FileButton, Text, Title } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { CSV_START, csvLine } from '#platform/csv.ts'
import { call } from '#platform/portal/api/call.ts'
import { download } from '#platform/portal/api/download.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { pathTo, ScreenLink, useGo } from '#platform/portal/navigation/links.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { FILE_FIELD, imports } from '../contract.ts'
import { FIELD_NAMES } from '../fields.ts'
import { t } from '../messages.ts'
import { FILE_ENDINGS, MAX_FILE_BYTES, MEGABYTE, whyNotUpload } from '../rules.ts'
import { t as screens } from '../screens.ts'
import classes from './import.module.css'

/** Uploads a file of residents (spec 2 §2) and opens its preview. */
export default function ResidentImport() {
  const { isSending, send } = useUpload()
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1}>{screens('ScreenImport').text}</Title>
        <Anchor component={ScreenLink} to="/importfile/list">
          {t('ButtonImports').text}
        </Anchor>
      </div>
      <Text c="dimmed">{t('HelpUpload', { megabytes: MAX_FILE_BYTES / MEGABYTE }).text}</Text>
      <DropZone isSending={isSending} onFile={send} />
      <Text c="dimmed">{t('HelpColumns').text}</Text>
      <div>
        <Button variant="default" onClick={downloadTemplate}>
          {t('ButtonTemplate').text}
        </Button>
      </div>
    </div>
  )
}

const downloadTemplate = () => download('residents.csv', [CSV_START, csvLine(FIELD_NAMES)], 'text/csv;charset=utf-8')

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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={32} stroke={1.5} aria-hidden />
      <FileButton accept={[...FILE_ENDINGS, 'text/csv'].join(',')} onChange={(file) => file && onFile(file)}>
        {(props) => (
          <Button {...props} loading={isSending}>
            {t('ButtonChoose').text}
          </Button>
        )}
      </FileButton>
      <Text c="dimmed">{t('ButtonDrop').text}</Text>
    </div>
  )
}

/** Uploads a file and opens the import. */
function useUpload() {
  const { organisation } = useViewer()
  const { isUnderWay, attempt } = useAttempt()
  const go = useGo()
  const refresh = useRefresh()
  const upload = async (file: File) => {
    const whyNot = whyNotUpload(file)
    if (whyNot) return toast.error(whyNot.text, { title: t('MsgUploadFailed').text })
    const form = new FormData()
    form.set(FILE_FIELD, file, file.name)
    try {
      const { Id } = await call(imports.upload, { params: { organisationId: organisation.id }, input: form as never })
      refresh([imports.page])
      go(pathTo('/importfile/{importId}/detail', { importId: Id }))
    } catch (error) {
      return toast.failure(error, t('MsgUploadFailed').text)
    }
  }
  return { isSending: isUnderWay, send: (file: File) => attempt(() => upload(file)) }
}
