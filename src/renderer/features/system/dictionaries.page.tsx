import { Button, Input } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { RecycleBin } from '#renderer/ui/crud/crud-recycle-bin.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { dictResource } from '#shared/features/system/dictionaries.contract.ts'
import { DictItems } from './dictionary-items.tsx'

const Field = fieldsOf(dictResource.create.required({ nameZh: true, nameEn: true }))

/** Dictionaries with their items, in both languages. */
export function DictionariesPage() {
  const { t } = useText()
  const mayDelete = useMay('dict:delete')
  const [isBinOpen, setBinOpen] = useState(false)
  const [opened, setOpened] = useState<RowOf<'dictionaries'> | null>(null)
  return (
    <>
      <CrudPage
        resource="dictionaries"
        title="menu.dicts"
        columns={[
          { name: 'dictName', title: 'dictionary.name', sorter: true },
          { name: 'dictCode', title: 'dictionary.code', sorter: true },
          { name: 'description', title: 'dictionary.description', width: 280 },
          { name: 'createTime', title: 'crud.createTime', sorter: true },
        ]}
        filters={[
          <TextFilter key="name" name="dictName" label="dictionary.name" />,
          <TextFilter key="code" name="dictCode" label="dictionary.code" />,
        ]}
        form={{
          noun: 'noun.dictionary',
          fields: (row) => (
            <>
              <Field name="nameZh" label="dictionary.nameZh">
                <Input autoComplete="off" />
              </Field>
              <Field name="nameEn" label="dictionary.nameEn">
                <Input autoComplete="off" />
              </Field>
              <Field
                name="dictCode"
                label="dictionary.code"
                wrong="dictionary.codeWrong"
                check={isFree('sys_dict', 'dict_code', row?.id)}
              >
                <Input disabled={row !== null} autoComplete="off" />
              </Field>
              <Field name="description" label="dictionary.description">
                <Input.TextArea rows={2} />
              </Field>
            </>
          ),
          body: ({ dictCode, ...values }, row) => (row ? values : { ...values, dictCode, dictName: values.nameZh }),
        }}
        actions={{
          undo: async (ids) => {
            const answers = ids.map((id) => client.dictionaries.back({ params: { id } }))
            return (await Promise.all(answers))[0]?.message ?? ''
          },
          row: (row) => [{ key: 'items', label: t('dictionary.items'), act: () => setOpened(row) }],
          head: mayDelete ? <Button onClick={() => setBinOpen(true)}>{t('bin.title')}</Button> : null,
        }}
      />
      {isBinOpen ? (
        <RecycleBin
          resource="dictionaries"
          load={async () => (await client.dictionaries.deleteList()).result}
          columns={[
            { name: 'dictName', title: 'dictionary.name' },
            { name: 'dictCode', title: 'dictionary.code' },
          ]}
          restore={async (id) => (await client.dictionaries.back({ params: { id } })).message}
          end={async (id) => (await client.dictionaries.deletePermanently({ params: { id } })).message}
          onClose={() => setBinOpen(false)}
        />
      ) : null}
      {opened ? <DictItems dict={opened} onClose={() => setOpened(null)} /> : null}
    </>
  )
}
