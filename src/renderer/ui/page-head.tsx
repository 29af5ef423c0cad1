import type { ReactNode } from 'react'

/** The head of a page: title, filters and the main action in one row. */
export const PageHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="pl-page-head">
    <h1>{title}</h1>
    <div className="pl-page-tools">{children}</div>
  </header>
)
