import type { ReactNode } from 'react'
import { AsOf } from '#renderer/ui/display/as-of.tsx'
import { Covers } from '#renderer/ui/display/covers.tsx'

interface PageHeadProps {
  title: string
  /** Names the stores that the page covers: all visible ones, or the selected one. */
  covers?: { chosen?: string | undefined }
  /** Of when its figures are, in ms, where they are not up to date. */
  asOf?: number | undefined
  children?: ReactNode
}

/** The head of a page: title, the stores that it covers, filters and the main action in one row. */
export const PageHead = ({ title, covers, asOf, children }: PageHeadProps) => (
  <header className="pl-page-head">
    <h1>{title}</h1>
    {covers ? <Covers {...covers} /> : null}
    <AsOf at={asOf} />
    <div className="pl-page-tools">{children}</div>
  </header>
)
