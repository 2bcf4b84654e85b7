import { Editor } from '@tiptap/core'
import { Markdown } from '@tiptap/markdown'
import StarterKit from '@tiptap/starter-kit'

/** Puts an editor in the place of a text field, which keeps the text as Markdown. */
export function editMessage(label: HTMLElement) {
  const field = label.querySelector('textarea')!
  const name = label.querySelector('span')!.textContent
  const place = document.createElement('div')
  place.className = 'editor'
  const editor = new Editor({
    element: place,
    injectCSS: false,
    extensions: [StarterKit.configure({ heading: false, codeBlock: false, link: false }), Markdown],
    content: field.value,
    contentType: 'markdown',
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': name } },
    onUpdate: () => {
      field.value = editor.getMarkdown()
    },
  })
  field.form!.addEventListener('reset', () => editor.commands.clearContent())

  const { bold = '', italic = '', list = '', numbers = '' } = label.dataset
  const bar = document.createElement('p')
  bar.className = 'row'
  const commands = [
    ['bold', bold, () => editor.chain().focus().toggleBold().run()],
    ['italic', italic, () => editor.chain().focus().toggleItalic().run()],
    ['bulletList', list, () => editor.chain().focus().toggleBulletList().run()],
    ['orderedList', numbers, () => editor.chain().focus().toggleOrderedList().run()],
  ] as const
  const buttons = commands.map(([mark, text, command]) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'plain', textContent: text })
    button.addEventListener('click', command)
    editor.on('transaction', () => button.setAttribute('aria-pressed', String(editor.isActive(mark))))
    return button
  })
  bar.append(...buttons)
  const group = document.createElement('div')
  const heading = Object.assign(document.createElement('span'), { textContent: name })
  group.append(heading, bar, place)
  label.hidden = true
  label.after(group)
}
