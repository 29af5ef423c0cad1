import { Input, Switch } from 'antd'
import { client } from '#renderer/core/client.ts'
import { everyRow } from '#renderer/core/every-row.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { subProjectResource } from '#shared/features/rules/sub-projects.contract.ts'
import { ActiveSwitch, OrderButton, StoreField } from './rule-parts.tsx'

const Field = fieldsOf(subProjectResource.create, subProjectResource)

const page = async (pageNo: number) => (await client.subProjects.list({ query: { pageNo, pageSize: 200 } })).result

/** The projects of visits and unlimited cards. */
export function SubProjectsPage() {
  const { t } = useText()
  const yesNo = useDict('yn')
  return (
    <CrudPage
      resource="subProjects"
      title="menu.subProjects"
      emptyHint="subProject.noneHint"
      columns={[
        { name: 'name', sorter: true },
        { name: 'indexNumber', sorter: true },
        {
          name: 'isActive',
          sorter: true,
          onCard: true,
          render: ({ id, name, isActive }) => (
            <ActiveSwitch
              name="subProjects"
              label={name}
              isActive={isActive}
              change={(next) => client.subProjects.edit({ body: { id, isActive: next } })}
            />
          ),
        },
        { name: 'sysOrgCode', render: ({ sysOrgCode_dictText: store }) => store, optional: true },
        { name: 'projectType', optional: true },
        { name: 'createTime', sorter: true, optional: true },
      ]}
      filters={[<TextFilter key="name" name="name" />, <ChoiceFilter key="active" name="isActive" options={yesNo} />]}
      actions={{
        head: (
          <OrderButton
            name="subProjects"
            title={t('order.subProjects')}
            load={async () =>
              (await everyRow(page)).map((row) => ({
                id: row.id,
                label: row.name,
                orgCode: row.sysOrgCode,
              }))
            }
            save={(ids) => client.subProjects.sort({ body: { ids } })}
          />
        ),
        changed: () => void queryClient.invalidateQueries({ queryKey: ['subProjectOptions'] }),
      }}
      form={{
        noun: 'noun.subProject',
        values: (row) => (row ? {} : { isActive: 'YES' }),
        fields: (row) => (
          <>
            <p className="pl-rule-hint">{t('subProject.hint')}</p>
            <StoreField isNew={row === null} />
            <Field name="name">
              <Input autoComplete="off" />
            </Field>
            <Field name="isActive" {...asSwitch}>
              <Switch />
            </Field>
          </>
        ),
      }}
    />
  )
}
