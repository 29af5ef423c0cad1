import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { newId } from '#shared/core/id.ts'
import { ApplyStateTag, useRequestText } from './request-text.tsx'

type Application = RowOf<'applications'>

/** The applications for gifts to members; managers decide here, each by one key. */
export function ApplicationsPage() {
  const states = useDict('apply_state')
  const askedFor = useRequestText()
  const decisions = useDecisions()
  return (
    <CrudPage
      resource="applications"
      title="menu.applications"
      emptyHint="apply.emptyHint"
      columns={[
        {
          name: 'applyState',
          sorter: true,
          onCard: true,
          width: 110,
          options: states,
          render: (row) => <ApplyStateTag row={row} />,
        },
        {
          name: 'userId',
          width: 190,
          render: (row) => [row.userTruename || row.userNickname, row.userId].filter(Boolean).join(' · '),
        },
        { name: 'give', title: 'apply.asked', width: 260, render: askedFor, whole: askedFor },
        { name: 'remark', width: 180 },
        { name: 'applicantName', onCard: true },
        { name: 'createTime', sorter: true },
        { name: 'reviewerName' },
        { name: 'reject', width: 180 },
        { name: 'updateTime', optional: true },
      ]}
      filters={[
        <ChoiceFilter key="state" name="applyState" options={states} />,
        <TextFilter key="member" name="userId" />,
        <TextFilter key="applicant" name="applicantName" />,
        <DaysFilter key="time" name="createTime" />,
      ]}
      actions={{ row: decisions }}
    />
  )
}

/** Approve and reject for waiting applications of others; the server checks. */
function useDecisions(): (row: Application) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('applications')
  const own = useSession(({ session }) => session?.userInfo.username)
  const refresh = async () => {
    await Promise.all([refreshList('applications'), queryClient.invalidateQueries({ queryKey: ['applications'] })])
  }
  const act = async (work: Promise<{ message: string }>): Promise<string> => {
    try {
      return (await work).message
    } finally {
      // Also where another manager has decided first.
      await refresh()
    }
  }
  const askedFor = useRequestText()
  return (row) => {
    if (row.applyState !== '0' || row.createBy === own || !may('approve')) return []
    const who = row.userTruename || row.userNickname || row.userId
    return [
      {
        key: 'approve',
        label: t('apply.approve'),
        act: () =>
          void ask(
            t('apply.approveAsk', { who }),
            () => act(client.applications.approve({ key: newId(), body: { id: row.id } })),
            { hint: askedFor(row), isDanger: false, ok: t('apply.approve') },
          ),
      },
      {
        key: 'reject',
        label: t('apply.reject'),
        danger: true,
        act: () =>
          void ask(
            t('apply.rejectAsk', { who }),
            (reason) => act(client.applications.reject({ key: newId(), body: { id: row.id, reject: reason } })),
            { hint: askedFor(row), needsReason: true, ok: t('apply.reject') },
          ),
      },
    ]
  }
}
