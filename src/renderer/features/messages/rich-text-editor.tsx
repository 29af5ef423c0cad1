import {
  BoldOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { LinkDialog } from './link-dialog.tsx'
import './messages.css'

export interface RichTextEditorProps {
  value?: string
  onChange?(html: string): void
  label: string
}

const EMPTY = '<p></p>'
// A constant: a new array would recreate the editor.
const extensions = [StarterKit.configure({ link: { openOnClick: false } })]

/** Edits rich text as HTML; the server sanitizes it on save. */
export function RichTextEditor({ value = '', onChange, label }: RichTextEditorProps) {
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
    onUpdate: (update) => {
      const html = update.editor.getHTML()
      onChange?.(html === EMPTY ? '' : html)
    },
  })
  useEffect(() => {
    if (editor.isDestroyed) return
    // Only for external changes: input is already in the editor.
    if (editor.getHTML() !== (value || EMPTY)) editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return (
    <div className="pl-rich">
      <Tools editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

/** A link whose text is its address, inserted where no text is selected. */
const linked = (href: string) => ({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })

function Tools({ editor }: { editor: Editor }) {
  const { t } = useText()
  const [isLinking, setLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      link: now.isActive('link'),
      heading: now.isActive('heading', { level: 3 }),
    }),
  })
  const act = () => editor.chain().focus()
  const setLink = (href: string) => {
    setLinking(false)
    if (href === '') act().extendMarkRange('link').unsetLink().run()
    else if (editor.state.selection.empty && !active.link) act().insertContent(linked(href)).run()
    else act().extendMarkRange('link').setLink({ href }).run()
  }
  const tool = (title: string, icon: ReactNode, run: () => unknown, isOn = false) => (
    <Button
      key={title}
      type={isOn ? 'primary' : 'text'}
      size="small"
      icon={icon}
      title={title}
      aria-label={title}
      aria-pressed={isOn}
      onClick={() => void run()}
    />
  )
  return (
    <div className="pl-rich-tools" role="toolbar" aria-label={t('rich.tools')}>
      {tool(t('rich.heading'), <strong>H</strong>, () => act().toggleHeading({ level: 3 }).run(), active.heading)}
      {tool(t('rich.bold'), <BoldOutlined />, () => act().toggleBold().run(), active.bold)}
      {tool(t('rich.italic'), <ItalicOutlined />, () => act().toggleItalic().run(), active.italic)}
      {tool(t('rich.underline'), <UnderlineOutlined />, () => act().toggleUnderline().run(), active.underline)}
      {tool(t('rich.bullets'), <UnorderedListOutlined />, () => act().toggleBulletList().run(), active.bulletList)}
      {tool(t('rich.numbers'), <OrderedListOutlined />, () => act().toggleOrderedList().run(), active.orderedList)}
      {tool(t('rich.link'), <LinkOutlined />, () => setLinking(true), active.link)}
      {tool(t('rich.undo'), <UndoOutlined />, () => act().undo().run())}
      {tool(t('rich.redo'), <RedoOutlined />, () => act().redo().run())}
      {isLinking ? (
        <LinkDialog
          address={String(editor.getAttributes('link').href ?? '')}
          onSave={setLink}
          onClose={() => setLinking(false)}
        />
      ) : null}
    </div>
  )
}
