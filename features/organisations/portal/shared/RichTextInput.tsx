import '@mantine/core/styles/Typography.css'
import '@mantine/tiptap/styles.css'
import { Button, Group, Input, Popover, TextInput } from '@mantine/core'
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap'
import { IconLink } from '@tabler/icons-react'
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { hasVisibleText } from '#platform/wire.ts'
import { t } from '../../mobile-messages.ts'

/** The elements that the server keeps (platform/server/rich-text.ts). */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: { openOnClick: false, defaultProtocol: 'https', protocols: ['http', 'https', 'mailto', 'tel'] },
  }),
]
const LABELS = {
  boldControlLabel: t('EditorBold').text,
  italicControlLabel: t('EditorItalic').text,
  underlineControlLabel: t('EditorUnderline').text,
  strikeControlLabel: t('EditorStrike').text,
  h2ControlLabel: t('EditorH2').text,
  h3ControlLabel: t('EditorH3').text,
  bulletListControlLabel: t('EditorBullets').text,
  orderedListControlLabel: t('EditorNumbers').text,
  blockquoteControlLabel: t('EditorQuote').text,
  unlinkControlLabel: t('EditorUnlink').text,
  clearFormattingControlLabel: t('EditorClear').text,
}
/** As the server keeps it: '' without text. */
const htmlOf = (editor: Editor) => (hasVisibleText(editor.getText()) ? editor.getHTML() : '')

/** The words of a rich text. */
export const plainText = (html: string | null) =>
  new DOMParser().parseFromString((html ?? '').replace(/<(br|\/p|\/li|\/h\d)>/g, '$& '), 'text/html').body.textContent?.trim() ??
  ''

type Props = {
  label: string
  name: string
  value: string
  error?: string | undefined
  required?: boolean
  /** Without it, the text can only be read. */
  onChange?: (html: string) => void
  /** What is shown below the toolbar; `insert` puts a text in double braces at the caret. */
  tools?: (insert: (token: string) => void) => ReactNode
}

/** An editor of rich text as HTML; '' without text. */
export function RichTextInput({ label, name, value, error, required = false, onChange, tools }: Props) {
  const labelId = useId()
  const errorId = useId()
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: value,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-required': String(required),
        'aria-readonly': String(!onChange),
        'aria-labelledby': labelId,
        'aria-describedby': errorId,
        'data-path': name,
      },
    },
    editable: onChange !== undefined,
    onUpdate: ({ editor: changed }) => onChange?.(htmlOf(changed)),
  })
  useEffect(() => {
    // The server may have changed the text, and a form may be reset.
    if (value !== htmlOf(editor)) editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: labelId }}
      required={required}
      error={error}
      errorProps={{ id: errorId }}
    >
      <RichTextEditor editor={editor} labels={LABELS}>
        {onChange && (
          <RichTextEditor.Toolbar role="toolbar" aria-label={label}>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.Bold />
              <RichTextEditor.Italic />
              <RichTextEditor.Underline />
              <RichTextEditor.Strikethrough />
              <RichTextEditor.ClearFormatting />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <RichTextEditor.H2 />
              <RichTextEditor.H3 />
              <RichTextEditor.BulletList />
              <RichTextEditor.OrderedList />
              <RichTextEditor.Blockquote />
            </RichTextEditor.ControlsGroup>
            <RichTextEditor.ControlsGroup>
              <LinkControl />
              <RichTextEditor.Unlink />
            </RichTextEditor.ControlsGroup>
          </RichTextEditor.Toolbar>
        )}
        {tools && (
          <Group px="md" py="xs">
            {tools((token) => editor.chain().focus().insertContent(`{{${token}}}`).run())}
          </Group>
        )}
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}

/** Mantine's own control has a button without a name. */
function LinkControl() {
  const { editor } = useRichTextEditorContext()
  const [address, setAddress] = useState<string | null>(null)
  const close = () => setAddress(null)
  const set = () => {
    if (address) editor?.chain().focus().extendMarkRange('link').setLink({ href: address }).run()
    close()
  }
  return (
    <Popover opened={address !== null} onDismiss={close} trapFocus>
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t('EditorLink').text}
          title={t('EditorLink').text}
          active={editor?.isActive('link') ?? false}
          onClick={() => setAddress(address === null ? (editor?.getAttributes('link').href ?? '') : null)}
        >
          <IconLink size={16} aria-hidden />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown>
        <Group gap={8}>
          <TextInput
            type="url"
            aria-label={t('EditorAddress').text}
            placeholder="https://"
            value={address ?? ''}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              set()
            }}
          />
          <Button variant="default" onClick={set}>
            {t('EditorSetLink').text}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
