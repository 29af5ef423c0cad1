import { useQuery } from '@tanstack/react-query'
import { Skeleton, Timeline } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { EmptyBlock, ErrorBlock } from './blocks.tsx'
import { changesOf } from './crud-history.calc.ts'
import { type CrudColumn, type CrudName, contractOf } from './crud-types.ts'
import { When } from './when.tsx'

interface CrudHistoryProps<R> {
  name: CrudName
  id: string
  /** Where fields have the names that people know. */
  columns: CrudColumn<R>[]
}

const verbs: Record<string, TextKey> = {
  add: 'crud.add',
  edit: 'crud.edit',
  delete: 'action.delete',
  deleteBatch: 'action.delete',
}

/** Who did what to a row, newest first, with the values before and after. */
export function CrudHistory<R>({ name, id, columns }: CrudHistoryProps<R>) {
  const { t } = useText()
  const kind = contractOf(name).list?.path.replace(/\/list$/, '') ?? ''
  const verbOf = (action: string): string => {
    const verb = action.split('/').at(-1) ?? ''
    return verbs[verb] ? t(verbs[verb]) : verb
  }
  const titleOf = (field: string): string => {
    const column = columns.find((one) => one.name === field)
    return column ? t(column.title) : field
  }
  const history = useQuery({
    queryKey: ['crud', name, 'history', id],
    queryFn: async () => (await client.logs.history({ query: { kind, id } })).result,
  })
  return (
    <section className="pl-crud-history" aria-label={t('crud.history')}>
      <h3>{t('crud.history')}</h3>
      {history.isPending ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {history.error ? <ErrorBlock error={history.error} /> : null}
      {history.data?.length === 0 ? <EmptyBlock title={t('crud.noHistory')} /> : null}
      <Timeline
        items={(history.data ?? []).map(({ id: key, createTime, realname, username, ip, action, before, after }) => ({
          key,
          content: (
            <>
              <strong>{realname || username}</strong> {verbOf(action)} · <When value={createTime} /> ·{' '}
              <small>{ip}</small>
              <ul>
                {changesOf(before, after).map(({ field, from, to }) => (
                  <li key={field}>
                    {titleOf(field)}: <del>{from}</del> → <ins>{to}</ins>
                  </li>
                ))}
              </ul>
            </>
          ),
        }))}
      />
    </section>
  )
}
