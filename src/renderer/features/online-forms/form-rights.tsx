import { useQuery } from '@tanstack/react-query'
import { App, Checkbox, Drawer, Table } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { FormAct } from '#shared/features/online-forms/online-forms.contract.ts'

interface FormRightsProps {
  id: string
  name: string
  onClose(): void
}

/** What each role may do with the records of a form; a tick takes effect at once. */
export function FormRights({ id, name, onClose }: FormRightsProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const rights = useQuery({
    queryKey: ['crud', 'onlineForms', 'rights', id],
    queryFn: async () => (await client.onlineForms.rights({ query: { id } })).result,
  })
  const rows = rights.data ?? []
  type Row = (typeof rows)[number]
  const set = async ({ roleId, acts }: Row, act: FormAct, isOn: boolean) => {
    try {
      // Without the list nothing else can be done.
      const next = isOn ? [...acts, act] : act === 'list' ? [] : acts.filter((one) => one !== act)
      await client.onlineForms.grant({ body: { id, roleId, acts: next } })
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await rights.refetch()
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
                onChange={({ target }) => void set(row, act, target.checked)}
              />
            ),
          })),
        ]}
      />
    </Drawer>
  )
}
