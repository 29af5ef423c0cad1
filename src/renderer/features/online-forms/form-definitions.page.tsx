import { PlusOutlined } from '@ant-design/icons'
import { Button, Input, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { newId } from '#shared/core/id.ts'
import { FormDefinition } from '#shared/features/online-forms/online-form.schema.ts'
import { onlineForms } from '#shared/features/online-forms/online-forms.contract.ts'
import { FormBuilder } from './form-builder.tsx'
import { FormRights } from './form-rights.tsx'
import { FormVersions } from './form-versions.tsx'
import { newField } from './new-field.ts'

type Row = RowOf<'onlineForms'>

const Field = fieldsOf(bodyOf(onlineForms.add))
const PARAMETER = 'form'

/** Forms of the own organisation, and the builder of one of them. */
export function FormDefinitionsPage() {
  const [search, setSearch] = useSearchParams()
  const building = search.get(PARAMETER)
  const build = (id: string | null) => setSearch(id === null ? {} : { [PARAMETER]: id })
  return building === null ? <Forms onBuild={build} /> : <FormBuilder id={building} onClose={() => build(null)} />
}

function Forms({ onBuild }: { onBuild(id: string): void }) {
  const { t, locale } = useText()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<{ kind: 'rights' | 'versions'; row: Row } | null>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const nameOf = (row: Row) => (locale === 'en' ? row.nameEn : row.nameZh)
  return (
    <>
      <CrudPage
        resource="onlineForms"
        title="menu.formDefinitions"
        emptyHint="empty.onlineForms"
        columns={[
          { name: 'nameZh', title: 'form.name', render: nameOf },
          { name: 'code', title: 'form.code', sorter: true },
          {
            name: 'publishedVersion',
            title: 'form.state',
            onCard: true,
            render: ({ publishedVersion, isChanged }) => (
              <>
                {publishedVersion === null ? (
                  <Tag>{t('form.unpublished')}</Tag>
                ) : (
                  <Tag color="success">{t('form.versionNo', { version: publishedVersion })}</Tag>
                )}
                {publishedVersion !== null && isChanged ? <Tag color="warning">{t('form.changed')}</Tag> : null}
              </>
            ),
          },
          { name: 'ownerCode', title: 'form.owner', render: ({ ownerCode }) => ownerCode || t('form.platform') },
          { name: 'createTime', title: 'crud.createTime', sorter: true },
        ]}
        filters={[<TextFilter key="name" name="name" label="form.name" />]}
        actions={{
          isOpen: ({ isOwn }) => isOwn,
          head: (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(newId())}>
              {t('form.new')}
            </Button>
          ),
          history: ({ id }) => ({ kind: '/form/definition', id }),
          row: (row) => [
            ...(row.isOwn ? [{ key: 'build', label: t('form.build'), act: () => onBuild(row.id) }] : []),
            ...(row.isOwn && row.publishedVersion !== null
              ? [{ key: 'rights', label: t('form.rights'), act: () => setOpened({ kind: 'rights', row }) }]
              : []),
            ...(row.publishedVersion !== null
              ? [
                  { key: 'versions', label: t('form.versions'), act: () => setOpened({ kind: 'versions', row }) },
                  { key: 'open', label: t('form.records'), act: () => void navigate(`/online/cgformList/${row.code}`) },
                ]
              : []),
          ],
        }}
      />
      {opened?.kind === 'rights' ? (
        <FormRights id={opened.row.id} name={nameOf(opened.row)} onClose={() => setOpened(null)} />
      ) : null}
      {opened?.kind === 'versions' ? (
        <FormVersions id={opened.row.id} name={nameOf(opened.row)} onClose={() => setOpened(null)} />
      ) : null}
      {adding ? (
        <CrudFormDialog
          row={null}
          title={t('form.new')}
          okText={t('form.build')}
          form={{
            fields: () => (
              <>
                <Field name="nameZh" label="form.nameZh">
                  <Input autoComplete="off" />
                </Field>
                <Field name="nameEn" label="form.nameEn">
                  <Input autoComplete="off" />
                </Field>
                <Field name="code" label="form.code" extra={t('form.codeHint')}>
                  <Input autoComplete="off" />
                </Field>
              </>
            ),
          }}
          onSave={async ({ nameZh, nameEn, code }) => {
            const first = await newField('text', 'text1')
            const draft = FormDefinition.parse({ fields: [first] })
            const body = { nameZh: String(nameZh), nameEn: String(nameEn), code: String(code), draft }
            const { message, result } = await client.onlineForms.add({ body, key: adding })
            await refreshList('onlineForms')
            onBuild(result.id)
            return message
          }}
          onClose={() => setAdding(null)}
        />
      ) : null}
    </>
  )
}
