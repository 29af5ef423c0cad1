import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { newWechatQr, wechatQrResource } from '#shared/features/wechat/wechat-qr.contract.ts'
import { QrDrawer } from './qr-drawer.tsx'
import { QrSheet } from './qr-sheet.tsx'

type Row = RowOf<'wechatQrCodes'>
const Field = fieldsOf(wechatQrResource.create, wechatQrResource)

/** The WeChat QR codes of a store, with their scans and a sheet to print. */
export function WechatQrPage() {
  const { t } = useText()
  const kinds = useDict('wechat_kind')
  const targets = useDict('wechat_target')
  const storeName = useStoreName()
  const [shown, show] = useState<Row | null>(null)
  const [printed, print] = useState<string[] | null>(null)
  return (
    <>
      <CrudPage
        resource="wechatQrCodes"
        title="menu.wechatQr"
        columns={[
          { name: 'qrName', sorter: true, width: 200 },
          { name: 'wechatKind', options: kinds, onCard: true },
          { name: 'wechatTarget', options: targets, onCard: true },
          { name: 'scene', sorter: true },
          { name: 'scanCount', align: 'right', onCard: true },
          { name: 'followCount', align: 'right', onCard: true },
          { name: 'targetId', width: 160, optional: true },
          { name: 'content', width: 220, optional: true },
          { name: 'appId', width: 180, optional: true },
          { name: 'sysOrgCode', render: ({ sysOrgCode }) => storeName(sysOrgCode), optional: true },
          { name: 'remark', width: 160, optional: true },
          { name: 'createTime', sorter: true, optional: true },
          { name: 'createBy', optional: true },
        ]}
        filters={[
          <TextFilter key="name" name="qrName" />,
          <TextFilter key="scene" name="scene" />,
          <ChoiceFilter key="kind" name="wechatKind" options={kinds} />,
          <ChoiceFilter key="target" name="wechatTarget" options={targets} />,
          <DaysFilter key="created" name="createTime" />,
        ]}
        actions={{
          row: (row) => [{ key: 'show', label: t('wechatQr.show'), act: () => show(row) }],
          batch: [{ key: 'print', label: t('wechatQr.print'), act: (ids) => print(ids) }],
        }}
        form={{
          noun: 'noun.wechatQr',
          values: (row) => row ?? newWechatQr,
          fields: (row) => <QrFields isNew={row === null || row === undefined} />,
        }}
      />
      {shown ? <QrDrawer code={shown} onClose={() => show(null)} /> : null}
      {printed ? <QrSheet ids={printed} onClose={() => print(null)} /> : null}
    </>
  )
}

/** Scene and target are part of the code, so that only a new one has them. */
function QrFields({ isNew }: { isNew: boolean }) {
  const { t } = useText()
  const kinds = useDict('wechat_kind')
  const targets = useDict('wechat_target')
  const target = Form.useWatch('wechatTarget')
  return (
    <>
      <Field name="qrName" extra={t('wechatQr.nameHint')}>
        <Input maxLength={60} autoComplete="off" />
      </Field>
      {isNew ? (
        <>
          <Field name="wechatKind">
            <Select options={kinds} />
          </Field>
          <Field name="scene" extra={t('wechatQr.sceneHint')}>
            <Input maxLength={32} autoComplete="off" />
          </Field>
          <Field name="wechatTarget">
            <Select options={targets} />
          </Field>
          {target === 'event' || target === 'promoter' ? (
            <Field name="targetId">
              <Input maxLength={64} autoComplete="off" />
            </Field>
          ) : null}
        </>
      ) : null}
      <Field name="remark">
        <Input maxLength={200} autoComplete="off" />
      </Field>
    </>
  )
}
