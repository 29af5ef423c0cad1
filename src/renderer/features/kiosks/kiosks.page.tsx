import { Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { asSwitch } from '#renderer/ui/form/as-switch.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { KioskLanguage, KioskPays } from '#shared/features/kiosks/kiosk.schema.ts'
import { kioskResource, newKiosk } from '#shared/features/kiosks/kiosks.contract.ts'
import { CardFormat } from '#shared/ipc/devices.ts'
import { InstallDialog } from './install-dialog.tsx'
import { kioskAddress } from './kiosk-address.ts'

type Row = RowOf<'kiosks'>
const Field = fieldsOf(kioskResource.create, kioskResource)

/** The kiosks of a store with their permissions; the address is created here and shown once. */
export function KiosksPage() {
  const { t } = useText()
  const may = useMayCall('kiosks')
  const ask = useConfirmation()
  const [made, setMade] = useState<{ name: string; address: string } | null>(null)
  const install = async ({ id, name }: Row) => {
    const answer = await client.kiosks.newKey({ body: { id } })
    setMade({ name, address: kioskAddress(answer.result.key) })
    await refreshList('kiosks')
    return answer.message
  }
  const renew = (row: Row) =>
    void ask(t('kiosk.installAsk', { name: row.name }), () => install(row), { ok: t('kiosk.install') })
  return (
    <>
      <CrudPage
        resource="kiosks"
        title="menu.kiosks"
        columns={[
          { name: 'name', sorter: true, render: (row) => <NameOf row={row} /> },
          { name: 'pays', onCard: true, render: ({ pays }) => t(`kiosk.pays.${pays}`) },
          { name: 'ticketPrefix' },
          { name: 'printId' },
          { name: 'seenTime', sorter: true, onCard: true, render: ({ seenTime }) => seenTime ?? t('kiosk.neverSeen') },
          { name: 'keyTime', optional: true },
          { name: 'createTime', sorter: true, optional: true },
        ]}
        filters={[<TextFilter key="name" name="name" />]}
        form={{
          noun: 'noun.kiosk',
          values: (row) => row ?? newKiosk,
          fields: () => <KioskFields />,
        }}
        actions={{
          row: (row) =>
            may('edit')
              ? [{ key: 'install', label: t('kiosk.install'), danger: row.keyTime !== null, act: () => renew(row) }]
              : [],
        }}
      />
      {made ? <InstallDialog {...made} onClose={() => setMade(null)} /> : null}
    </>
  )
}

function NameOf({ row: { name, keyTime, enabled } }: { row: Row }) {
  const { t } = useText()
  return (
    <>
      {name} {keyTime === null ? <ToneTag tone="neutral">{t('kiosk.noKey')}</ToneTag> : null}
      {enabled === 'NO' ? <ToneTag tone="warning">{t('kiosk.off')}</ToneTag> : null}
    </>
  )
}

function KioskFields() {
  const { t } = useText()
  return (
    <>
      <Field name="name" extra={t('kiosk.nameHint')}>
        <Input maxLength={40} autoComplete="off" />
      </Field>
      <Field name="pays">
        <Select options={KioskPays.options.map((value) => ({ value, label: t(`kiosk.pays.${value}`) }))} />
      </Field>
      <Field name="ticketPrefix" extra={t('kiosk.ticketPrefixHint')}>
        <Input maxLength={3} autoComplete="off" />
      </Field>
      <Field name="printId" extra={t('kiosk.printIdHint')}>
        <Input maxLength={64} autoComplete="off" />
      </Field>
      <Field name="language">
        <Select options={KioskLanguage.options.map((value) => ({ value, label: t(`kiosk.language.${value}`) }))} />
      </Field>
      <Field name="cardFormat">
        <Select options={CardFormat.options.map((value) => ({ value, label: t(`settings.format.${value}`) }))} />
      </Field>
      <Field name="enabled" {...asSwitch}>
        <Switch />
      </Field>
    </>
  )
}
