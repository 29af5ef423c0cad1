import { Skeleton } from 'antd'
import { lazy, Suspense } from 'react'
import type { RichTextEditorProps } from './rich-text-editor.tsx'

const Editor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }))

/** The rich text editor, loaded on demand because of its size. */
export const RichText = (props: RichTextEditorProps) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 5 }} />}>
    <Editor {...props} />
  </Suspense>
)
