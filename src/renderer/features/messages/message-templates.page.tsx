import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { TemplateType } from '#shared/features/messages/message-templates.contract.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { SendTestDialog } from './send-test-dialog.tsx'
import { previewOf, toPlain } from './template-content.calc.ts'
import { TemplateFields } from './template-fields.tsx'
import './messages.css'

type Template = RowOf<'messageTemplates'>

/** Message templates (spec §2). */
export function MessageTemplatesPage() {
  const { t } = useText()
  const maySend = useMay('template:send')
  const mayRead = useMay('message:list')
  const [isLogOpen, setLogOpen] = useState(false)
  const [testing, setTesting] = useState<Template | null>(null)
  const types = TemplateType.options.map((value) => ({ value, label: t(`template.type.${value}`) }))
  return (
    <>
      <CrudPage
        resource="messageTemplates"
        title="menu.templates"
        columns={[
          { name: 'templateCode', sorter: true, width: 150 },
          { name: 'templateName', sorter: true, width: 150 },
          {
            name: 'templateContent',
            width: 330,
            render: (row) => previewOf(row.templateContent),
            whole: (row) => <span className="pl-message-text">{toPlain(row.templateContent)}</span>,
          },
          {
            name: 'templateType',
            sorter: true,
            options: types,
          },
          { name: 'createTime', sorter: true, optional: true },
        ]}
        filters={[
          <TextFilter key="code" name="templateCode" />,
          <TextFilter key="name" name="templateName" />,
          <TextFilter key="content" name="templateContent" />,
          <ChoiceFilter key="type" name="templateType" options={types} />,
        ]}
        form={{
          noun: 'noun.template',
          width: 800,
          values: (row) => row ?? { templateType: '1' },
          fields: (row) => <TemplateFields id={row?.id} />,
          body: ({ templateCode, ...values }, row) => (row ? values : { templateCode, ...values }),
        }}
        actions={{
          head: mayRead ? <Button onClick={() => setLogOpen(true)}>{t('message.log')}</Button> : null,
          row: (row) => (maySend ? [{ key: 'test', label: t('template.sendTest'), act: () => setTesting(row) }] : []),
        }}
      />
      {isLogOpen ? <DeliveryLog onClose={() => setLogOpen(false)} /> : null}
      {testing ? <SendTestDialog template={testing} onClose={() => setTesting(null)} /> : null}
    </>
  )
}
