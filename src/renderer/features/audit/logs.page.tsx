import { Button } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { HistoryTarget } from '#renderer/ui/crud/crud-types.ts'
import type { LogEntry } from '#shared/features/audit/logs.contract.ts'

/** The logs of sign-ins and operations. */
export function LogsPage() {
  const { t } = useText()
  const ask = useConfirmation()
  const mayDelete = useMay('log:delete')
  const clear = () =>
    ask(
      t('log.clearAsk'),
      async () => {
        const { message } = await client.logs.deleteBatch({ query: { ids: 'allclear' } })
        await refreshList('logs')
        return message
      },
      { hint: `${t('log.clearHint')} · ${t('crud.final')}` },
    )
  return (
    <CrudPage
      resource="logs"
      title="menu.logs"
      columns={[
        { name: 'logContent', title: 'log.content', width: 260 },
        { name: 'createTime', title: 'log.time', sorter: true },
        { name: 'userid', title: 'user.username' },
        { name: 'username', title: 'user.realname' },
        { name: 'ip', title: 'log.ip' },
        { name: 'operateType', title: 'log.operateType' },
        { name: 'requestUrl', title: 'log.url', optional: true },
        {
          name: 'costTime',
          title: 'log.cost',
          align: 'right',
          optional: true,
          render: ({ costTime }) => (costTime === null ? '—' : t('log.ms', { count: costTime })),
        },
        { name: 'requestParam', title: 'log.param', width: 200, optional: true },
        { name: 'method', title: 'log.record', width: 200, optional: true },
      ]}
      filters={[
        <ChoiceFilter
          key="type"
          name="logType"
          label="log.type"
          initial="1"
          options={(['1', '2'] as const).map((value) => ({ value, label: t(`log.type.${value}`) }))}
        />,
        <TextFilter key="word" name="keyWord" label="log.keyWord" />,
        <DaysFilter key="days" name="createTime" label="log.time" />,
      ]}
      actions={{
        history: historyOf,
        head: mayDelete ? (
          <Button danger onClick={() => void clear()}>
            {t('log.clear')}
          </Button>
        ) : null,
      }}
    />
  )
}

/** The history entry of an operation; null for sign-ins. */
function historyOf({ id: logId, method }: LogEntry): HistoryTarget | null {
  const [kind = '', id = ''] = method.split(' ')
  return logId.startsWith('o') && kind !== '' && id !== '' ? { kind, id, entry: Number(logId.slice(1)) } : null
}
