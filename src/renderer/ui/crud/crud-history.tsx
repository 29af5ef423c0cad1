import { useQuery } from '@tanstack/react-query'
import { Skeleton, Timeline } from 'antd'
import { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { isTextKey, type Translate, useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { ourNameOf } from '#shared/core/family-names.ts'
import type { Contract } from '#shared/core/route.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { changesOf } from './crud-history.calc.ts'
import type { FieldName, HistoryTarget } from './crud-types.ts'

interface CrudHistoryProps extends HistoryTarget {
  /** The query key of the resource, so that both are invalidated together. */
  cachedAs: string
  /** The labels of the fields. */
  names: Record<string, FieldName>
}

const verbs: Record<string, TextKey> = {
  add: 'crud.add',
  edit: 'crud.edit',
  delete: 'action.delete',
  deleteBatch: 'action.delete',
  undelete: 'action.undo',
}

const RequestWithReason = z.object({ reason: z.string() })

/** The reason in the request, where one was entered. */
function Reason({ request }: { request: unknown }) {
  const { t } = useText()
  const given = RequestWithReason.safeParse(request).data
  return given ? <p className="pl-crud-reason">{t('crud.whyWas', { reason: given.reason })}</p> : null
}

/** The action codes of all calls by path. They are loaded with the history, because it may contain any call. */
async function accessByPath(): Promise<Map<string, string>> {
  const { api } = await import('#shared/api.ts')
  const routes = Object.values<Contract>(api).flatMap((contract) => Object.values(contract))
  return new Map(routes.map(({ path, access }) => [path, access]))
}

/** The name of a call: the verb of a plain resource's call, else the name of the action it requires. */
function verbOf(t: Translate, path: string, access: string | undefined): string {
  const verb = path.split('/').at(-1) ?? ''
  const key: string = verbs[verb] ?? `action.${access}`
  return isTextKey(key) ? t(key) : verb
}

/** The audit trail of a row, newest first, with the values before and after. */
export function CrudHistory({ cachedAs, kind, id, entry, names }: CrudHistoryProps) {
  const { t } = useText()
  // Entries of earlier versions have the API family's names.
  const fieldOf = (name: string): FieldName | undefined => names[name] ?? names[ourNameOf(name)]
  const titleOf = (name: string): string => {
    const field = fieldOf(name)
    return field ? t(field.title) : name
  }
  const wordOf = (name: string, value: string) =>
    fieldOf(name)?.options?.find((option) => option.value === value)?.label
  const history = useQuery({
    queryKey: ['crud', cachedAs, 'history', kind, id],
    queryFn: async () => {
      const [{ result }, access] = await Promise.all([client.logs.history({ query: { kind, id } }), accessByPath()])
      return result.map((one) => ({ ...one, access: access.get(one.action) }))
    },
  })
  const entries = (history.data ?? []).filter((one) => entry === undefined || one.id === entry)
  return (
    <section className="pl-crud-history" aria-label={t('crud.history')}>
      <h3>{t('crud.history')}</h3>
      {history.isPending ? <Skeleton active paragraph={{ rows: 3 }} /> : null}
      {history.error ? <ErrorBlock error={history.error} retry={() => void history.refetch()} /> : null}
      {history.data && entries.length === 0 ? <EmptyBlock title={t('crud.noHistory')} /> : null}
      <Timeline
        items={entries.map(
          ({ id: key, createTime, realname, username, ip, action, access, request, before, after }) => ({
            key,
            content: (
              <>
                <strong>{realname || username}</strong> {verbOf(t, action, access)} · <When value={createTime} /> ·{' '}
                <small>{ip}</small>
                <Reason request={request} />
                <ul>
                  {changesOf(before, after, wordOf).map(({ field, from, to }) => (
                    <li key={field}>
                      {titleOf(field)}: <del>{from}</del> → <ins>{to}</ins>
                    </li>
                  ))}
                </ul>
              </>
            ),
          }),
        )}
      />
    </section>
  )
}
