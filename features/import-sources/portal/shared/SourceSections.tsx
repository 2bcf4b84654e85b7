import '@mantine/core/styles/NumberInput.css'
import '@mantine/core/styles/Switch.css'
import { Anchor, Button, Group, NumberInput, PasswordInput, Switch, Text, TextInput } from '@mantine/core'
import type { z } from 'zod'
import { t as tSms } from '#features/organisations/sms-messages.ts'
import { t as tSession } from '#features/session/messages.ts'
import { t as label } from '#platform/labels.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { importSources, type SavedSources, SECTION_OF } from '../../contract.ts'
import { t } from '../../messages.ts'
import { defaultPort, type SourceKind } from '../../rules.ts'
import { FETCHED_PATH } from '../../screens.ts'
import { isChanged, sourceValues } from './source-fields.ts'

/** A draft with `SOURCE_FIELDS` among its fields. */
type SourcesDraft = Draft<z.ZodObject<Record<string, z.ZodType>>>
type Part = {
  readonly draft: SourcesDraft
  readonly saved: SavedSources
  readonly organisationId: string
  readonly mayEdit: boolean
}

const TESTS = { Sftp: importSources.testSftp, Ftp: importSources.testFtp, Mailbox: importSources.testMailbox } as const

/** The servers and the mailbox from which files of residents are fetched (spec 3 §2 "Settings screen"). */
export function SourceSections(part: Part) {
  return (
    <>
      <Section {...part} kind="Sftp" />
      <Section {...part} kind="Ftp" />
      <Section {...part} kind="Mailbox" />
    </>
  )
}

/** What is not active shows no more than its switch. */
function Section({ kind, ...part }: Part & { kind: SourceKind }) {
  const { draft } = part
  return (
    <FormSection title={t(`Section${kind}`).text}>
      <Text size="sm" c="dimmed">
        {t(`Help${kind}`).text}
      </Text>
      <Switch {...draft.check(`${kind}IsActive`, label('LabelActive').text)} />
      {draft.values[`${kind}IsActive`] === true && (
        <>
          <Fields kind={kind} {...part} />
          <TestArea kind={kind} {...part} />
        </>
      )}
    </FormSection>
  )
}

function Fields({ kind, draft, saved }: Part & { kind: SourceKind }) {
  const usesSsl = draft.values[`${kind}UseSSL`] === true
  const text = { autoComplete: 'off', spellCheck: false } as const
  return (
    <>
      <Group grow align="flex-start">
        <TextInput {...draft.field(`${kind}Url`, t('LabelUrl').text)} {...text} />
        <NumberInput
          {...draft.field(`${kind}Port`, t('LabelPort').text)}
          description={t('HelpPort', { port: String(defaultPort(kind, usesSsl)) }).text}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDecimal={false}
          allowNegative={false}
          hideControls
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput {...draft.field(`${kind}UserName`, label('LabelUserName').text)} {...text} />
        <PasswordInput
          {...draft.field(`${kind}Password`, tSession('LabelPassword').text)}
          description={saved[SECTION_OF[kind]].HasPassword ? t('HelpPassword').text : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="new-password"
        />
      </Group>
      {kind !== 'Mailbox' && <TextInput {...draft.field(`${kind}Path`, t('LabelPath').text)} {...text} />}
      {kind === 'Sftp' ? (
        <>
          <TextInput
            {...draft.field('SftpServerFingerPrint', t('LabelFingerprint').text)}
            {...text}
            description={t('HelpFingerprint').text}
          />
          <Switch {...draft.check('SftpIsServerFingerPrintCheckEnabled', t('LabelChecksFingerprint').text)} />
        </>
      ) : (
        <Switch {...draft.check(`${kind}UseSSL`, t('LabelUseSsl').text)} />
      )}
    </>
  )
}

/** Connects to the saved server; disabled until what is shown is saved (spec 3 §4). */
function TestArea({ kind, draft, saved, organisationId, mayEdit }: Part & { kind: SourceKind }) {
  const { IsActive, LastRunAt, LastFailure } = saved[SECTION_OF[kind]]
  const isSaved = IsActive && !isChanged(kind, draft.values, sourceValues(saved))
  const test = useChange(TESTS[kind], {
    title: t('MsgTestFailedTitle').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  return (
    <>
      {isSaved && (
        <Text size="sm">
          {LastRunAt ? (
            <>
              {t('LastFetch').text} <When at={LastRunAt} />
            </>
          ) : (
            t('NeverFetched').text
          )}
        </Text>
      )}
      {isSaved && (
        <Anchor component={ScreenLink} to={FETCHED_PATH} size="sm">
          {t('LinkFetched').text}
        </Anchor>
      )}
      {isSaved && LastFailure && <Text size="sm">{t('LastFetchFailed', { reason: LastFailure }).text}</Text>}
      {mayEdit && (
        <Group>
          <Button
            variant="default"
            disabled={!isSaved}
            loading={test.isPending}
            onClick={() => test.mutate({ params: { id: organisationId } })}
          >
            {t(`Test${kind}`).text}
          </Button>
          {!isSaved && (
            <Text size="sm" c="dimmed">
              {tSms('MsgSaveBeforeTest').text}
            </Text>
          )}
        </Group>
      )}
    </>
  )
}
