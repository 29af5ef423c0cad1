import { type ReactNode, useRef } from 'react'
import { useNarrow } from '#renderer/core/hooks.ts'
import { AsOf } from '#renderer/ui/display/as-of.tsx'
import { Covers } from '#renderer/ui/display/covers.tsx'
import { useHasLists } from '#renderer/ui/print/page-print.ts'
import { PrintButton } from '#renderer/ui/print/print-button.tsx'
import { PrintLine } from '#renderer/ui/print/print-line.tsx'

interface PageHeadProps {
  title: string
  /** Names the stores that the page covers: all visible ones, or the selected one. */
  covers?: { chosen?: string | undefined }
  /** Of when its figures are, in ms, where they are not up to date. */
  asOf?: number | undefined
  children?: ReactNode
}

/**
 * The head of a page: title, the stores that it covers, filters and the main action in one row. Pages with rows or figures print;
 * on a phone by the browser's own menu, because a row of buttons has no room for it.
 */
export function PageHead({ title, covers, asOf, children }: PageHeadProps) {
  const hasLists = useHasLists()
  const isPhone = useNarrow(768)
  const tools = useRef<HTMLDivElement>(null)
  return (
    <header className="pl-page-head">
      <h1>{title}</h1>
      {covers ? <Covers {...covers} /> : null}
      <AsOf at={asOf} />
      <div className="pl-page-tools" ref={tools}>
        {children}
        {!isPhone && (covers || hasLists) ? <PrintButton /> : null}
      </div>
      <PrintLine tools={tools} />
    </header>
  )
}
