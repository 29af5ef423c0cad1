import { Alert, Input } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { DictSelect, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { agreementResource } from '#shared/features/agreements/agreements.contract.ts'
import './agreement-dialog.css'

type Agreement = RowOf<'agreements'>

const Field = fieldsOf(agreementResource.create, agreementResource)

/** The versions of the safety agreement: one draft, and all published ones. */
export function AgreementsPage() {
  const { t } = useText()
  const may = useMayCall('agreements')
  const ask = useConfirmation()
  const kinds = useDict('agreement_kind')
  const publish = ({ id, version }: Agreement) =>
    void ask(
      t('agreement.publishAsk', { version }),
      async () => {
        const { message } = await client.agreements.publish({ body: { id } })
        await refreshList('agreements')
        return message
      },
      { hint: t('agreement.publishHint'), ok: t('agreement.publish'), isDanger: false },
    )
  return (
    <CrudPage
      resource="agreements"
      title="menu.agreements"
      emptyHint="agreement.emptyHint"
      columns={[
        { name: 'kind', sorter: true, onCard: true, options: kinds },
        { name: 'version', sorter: true, width: 90, align: 'right' },
        { name: 'titleZh', sorter: true, width: 220 },
        { name: 'titleEn', width: 220 },
        {
          name: 'publishTime',
          sorter: true,
          onCard: true,
          width: 190,
          render: ({ publishTime }) => publishTime ?? <ToneTag tone="warning">{t('agreement.draft')}</ToneTag>,
        },
        { name: 'publishBy', width: 120 },
        {
          name: 'contentZh',
          width: 320,
          render: ({ contentZh }) => contentZh.slice(0, 60),
          whole: ({ contentZh }) => <span className="pl-agreement-text">{contentZh}</span>,
        },
        {
          name: 'contentEn',
          optional: true,
          width: 320,
          render: ({ contentEn }) => contentEn.slice(0, 60),
          whole: ({ contentEn }) => <span className="pl-agreement-text">{contentEn}</span>,
        },
        { name: 'createTime', sorter: true, optional: true },
      ]}
      filters={[<TextFilter key="title" name="titleZh" />, <ChoiceFilter key="kind" name="kind" options={kinds} />]}
      form={{
        noun: 'noun.agreement',
        width: 800,
        values: (row) => row ?? { kind: 'safety' },
        fields: (row) => (
          <>
            <Alert type="info" showIcon title={t('agreement.editHint')} />
            {row ? null : (
              <Field name="kind">
                <DictSelect code="agreement_kind" allowClear={false} />
              </Field>
            )}
            <Field name="titleZh">
              <Input />
            </Field>
            <Field name="contentZh">
              <Input.TextArea autoSize={{ minRows: 6, maxRows: 14 }} />
            </Field>
            <Field name="titleEn">
              <Input />
            </Field>
            <Field name="contentEn">
              <Input.TextArea autoSize={{ minRows: 6, maxRows: 14 }} />
            </Field>
          </>
        ),
      }}
      actions={{
        isOpen: ({ publishTime }) => publishTime === null,
        row: (row) =>
          may('publish') && row.publishTime === null
            ? [{ key: 'publish', label: t('agreement.publish'), act: () => publish(row) }]
            : [],
      }}
    />
  )
}
