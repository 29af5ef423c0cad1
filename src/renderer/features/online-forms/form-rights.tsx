import { useQuery } from '@tanstack/react-query'
import { App, Checkbox, Drawer, Table } from 'antd'
import { useRef } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { reloadPermissions } from '#renderer/core/permissions.ts'
import { queryClient } from '#renderer/core/query.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { FormAct } from '#shared/features/online-forms/online-forms.contract.ts'

interface FormRightsProps {
  id: string
  name: string
  onClose(): void
}

/** The acts of a role after a tick. Without the list nothing else can be done. */
function actsOf(acts: readonly FormAct[], act: FormAct, isOn: boolean): FormAct[] {
  if (isOn) return FormAct.options.filter((one) => one === 'list' || one === act || acts.includes(one))
  return act === 'list' ? [] : acts.filter((one) => one !== act)
}

/** What each role may do with the records of a form; a tick takes effect at once. */
export function FormRights({ id, name, onClose }: FormRightsProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const key = ['crud', 'onlineForms', 'rights', id]
  const rights = useQuery({
    queryKey: key,
    queryFn: async () => (await client.onlineForms.rights({ query: { id } })).result,
  })
  const rows = rights.data ?? []
  type Row = (typeof rows)[number]
  // Each call sends all acts of a role, so ticks are shown at once and sent one after another.
  const sent = useRef(Promise.resolve())
  const waiting = useRef(0)
  const set = ({ roleId }: Row, act: FormAct, isOn: boolean) => {
    const acts = actsOf(
      queryClient.getQueryData<Row[]>(key)?.find((row) => row.roleId === roleId)?.acts ?? [],
      act,
      isOn,
    )
    queryClient.setQueryData<Row[]>(key, (known) =>
      known?.map((row) => (row.roleId === roleId ? { ...row, acts } : row)),
    )
    waiting.current += 1
    sent.current = sent.current.then(async () => {
      try {
        await client.onlineForms.grant({ body: { id, roleId, acts } })
      } catch (error) {
        void message.warning(textOfError(t, error))
      }
      waiting.current -= 1
      if (waiting.current > 0) return
      // Who grants a form to an own role finds it in the menu at once.
      await Promise.all([rights.refetch(), reloadPermissions().catch(() => null)])
    })
  }
  return (
    <Drawer open size={640} title={t('form.rightsOf', { name })} onClose={onClose}>
      <p className="pl-form-hint">{t('form.rightsHint')}</p>
      {rights.error ? <ErrorBlock error={rights.error} retry={() => void rights.refetch()} /> : null}
      <Table<Row>
        size="small"
        rowKey="roleId"
        loading={rights.isPending}
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={rows}
        columns={[
          { key: 'role', title: t('role.name'), fixed: 'start', render: (_, { roleName }) => roleName },
          ...FormAct.options.map((act) => ({
            key: act,
            title: t(`form.act.${act}`),
            render: (_: unknown, row: Row) => (
              <Checkbox
                aria-label={`${row.roleName}: ${t(`form.act.${act}`)}`}
                checked={row.acts.includes(act)}
                onChange={({ target }) => set(row, act, target.checked)}
              />
            ),
          })),
        ]}
      />
    </Drawer>
  )
}
