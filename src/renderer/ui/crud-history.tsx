import { useQuery } from '@tanstack/react-query'
import { Skeleton, Timeline } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from './blocks.tsx'
import { changesOf } from './crud-history.calc.ts'
import { type CrudName, contractOf } from './crud-types.ts'
import { When } from './when.tsx'

/** Who did what to a row, newest first, with the values before and after. */
export function CrudHistory({ name, id }: { name: CrudName; id: string }) {
  const { t } = useText()
  const kind = contractOf(name).list?.path.replace(/\/list$/, '') ?? ''
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
              <strong>{realname || username}</strong> {action.split('/').at(-1)} · <When value={createTime} /> ·{' '}
              <small>{ip}</small>
              <ul>
                {changesOf(before, after).map(({ field, from, to }) => (
                  <li key={field}>
                    {field}: <del>{from}</del> → <ins>{to}</ins>
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
