import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf, Values } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { DATABASE_TYPE, dataSourceResource } from '#shared/features/data-sources/data-sources.contract.ts'

type Source = RowOf<'dataSources'>
const Field = fieldsOf(dataSourceResource.create, dataSourceResource)

/** Further PostgreSQL databases that reports read. */
export function DataSourcesPage() {
  const { t } = useText()
  const may = useMayCall('dataSources')
  const test = useTest()
  return (
    <CrudPage
      resource="dataSources"
      title="menu.dataSources"
      columns={[
        { name: 'code', sorter: true },
        { name: 'name', sorter: true },
        { name: 'dbType', width: 120 },
        { name: 'dbUrl', width: 320 },
        'dbUsername',
        { name: 'remark', optional: true },
        { name: 'createTime', sorter: true, onCard: true },
      ]}
      filters={[
        <TextFilter key="code" name="code" label="dataSource.code" />,
        <TextFilter key="name" name="name" label="dataSource.name" />,
      ]}
      form={{
        noun: 'noun.dataSource',
        width: 640,
        fields: (row) => <Fields row={row} />,
        body: (values) => ({ ...values, dbType: DATABASE_TYPE }),
      }}
      actions={{
        row: (row) =>
          may('testConnection') ? [{ key: 'test', label: t('dataSource.test'), act: () => void test({ ...row }) }] : [],
      }}
    />
  )
}

/** Connects once and shows the result. */
function useTest() {
  const { t } = useText()
  const { message } = App.useApp()
  return async ({ id, dbUrl, dbUsername, dbPassword }: Values) => {
    const body = { id, dbUrl, dbUsername, dbPassword, dbType: DATABASE_TYPE }
    try {
      const answer = await client.dataSources.testConnection({
        // The form checks the same schema; the server checks again.
        body: body as Parameters<typeof client.dataSources.testConnection>[0]['body'],
      })
      void message.success(answer.message)
    } catch (error) {
      void message.error(textOfError(t, error))
    }
  }
}

function Fields({ row }: { row: Source | null }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const test = useTest()
  const [isTesting, setTesting] = useState(false)
  const run = async () => {
    const values = await form.validateFields(['dbUrl', 'dbUsername', 'dbPassword']).catch(() => null)
    if (values === null) return
    setTesting(true)
    await test({ ...values, id: row?.id })
    setTesting(false)
  }
  return (
    <>
      <Field name="code" check={isFree('sys_data_source', 'code', row?.id)}>
        <Input autoComplete="off" />
      </Field>
      <Field name="name">
        <Input autoComplete="off" />
      </Field>
      <Field name="dbUrl" wrong="input.databaseUrl" extra={t('dataSource.urlHint')}>
        <Input autoComplete="off" placeholder="postgresql://db.example:5432/reports?sslmode=verify-full" />
      </Field>
      <Field name="dbUsername" extra={t('dataSource.userHint')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="dbPassword">
        <Input.Password
          autoComplete="new-password"
          {...(row?.hasPassword ? { placeholder: t('dataSource.passwordKept') } : {})}
        />
      </Field>
      <Field name="remark">
        <Input.TextArea rows={2} />
      </Field>
      <Button loading={isTesting} onClick={() => void run()}>
        {t('dataSource.test')}
      </Button>
    </>
  )
}
