import type { ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { CrudBlock, type CrudBlockProps } from './crud-block.tsx'
import { useCrud } from './crud-data.ts'
import { CrudSearch } from './crud-search.tsx'
import { type CrudName, useContract, type Values } from './crud-types.ts'
import { PageHead } from './page-head.tsx'
import './crud.css'

interface CrudPageProps<N extends CrudName> extends CrudBlockProps<N> {
  /** The resource by its name among the contracts; its calls and their access decide which buttons there are. */
  resource: N
  title: TextKey
  /** Its rows are of stores, and the head says of which. */
  ofStores?: boolean
  filters?: ReactNode
}

/** The store that a list was narrowed to. */
export const chosenIn = ({ sysOrgCode }: Values): string | undefined =>
  typeof sysOrgCode === 'string' && sysOrgCode !== '' ? sysOrgCode : undefined

/** The page of a plain resource (spec §2, generic list behaviour). */
export function CrudPage<N extends CrudName>({
  resource,
  title,
  ofStores = false,
  filters,
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
            // Asking again for the same is a wish to see what is new.
            void list.refetch()
          }}
        />
      </PageHead>
      <CrudBlock crud={crud} title={t(title)} {...block} />
    </div>
  )
}
