import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { CrudBlock, type CrudBlockProps } from './crud-block.tsx'
import { useCrud } from './crud-data.ts'
import { CrudSearch } from './crud-search.tsx'
import { type CrudName, useContract, type Values } from './crud-types.ts'
import './crud.css'

interface CrudPageProps<N extends CrudName> extends CrudBlockProps<N> {
  /** The name of the resource's contract; its calls and their access decide which buttons are shown. */
  resource: N
  title: TextKey
  /** The rows belong to stores, and the header names the stores covered. */
  ofStores?: boolean
  filters?: ReactNode
  /** Rendered below the list, such as a chart of its rows. */
  below?: ReactNode
}

/** The store that a list is filtered by. */
export const chosenIn = ({ sysOrgCode }: Values): string | undefined =>
  typeof sysOrgCode === 'string' && sysOrgCode !== '' ? sysOrgCode : undefined

/** The page of a plain resource (spec §2, generic list behaviour). */
export function CrudPage<N extends CrudName>({
  resource,
  title,
  ofStores = false,
  filters,
  below,
  ...block
}: CrudPageProps<N>) {
  const { t } = useText()
  const crud = useCrud(resource)
  const { labels = {} } = useContract(resource).list ?? {}
  const { state, turn, list } = crud
  return (
    <div className="pl-page">
      <PageHead title={t(title)} {...(ofStores ? { covers: { chosen: chosenIn(state.filters) } } : {})}>
        <CrudSearch
          filters={filters}
          labels={labels}
          value={state.filters}
          isExpanded={state.isExpanded}
          onExpand={(isExpanded) => turn({ isExpanded })}
          onSearch={(found) => {
            crud.look(found)
            // Searching again with the same filters reloads the list.
            void list.refetch()
          }}
        />
      </PageHead>
      <CrudBlock crud={crud} title={t(title)} {...block} />
      {below}
    </div>
  )
}
