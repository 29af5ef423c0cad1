import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useNow } from '#renderer/core/hooks.ts'
import { useText } from '#renderer/core/locale.ts'
import { useStoreName } from '#renderer/core/own-stores.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { useMay } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { Money } from '#renderer/ui/display/money.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, fieldsOf, useDict } from '#renderer/ui/form/fields.tsx'
import { usePrintAgain } from '#renderer/ui/print/use-print-again.ts'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { newId } from '#shared/core/id.ts'
import { fromWireTime } from '#shared/core/time.ts'
import { cloakroomItems } from '#shared/features/cloakroom/cloakroom-items.contract.ts'
import { type CloakroomState, REPRINT_MS } from '#shared/features/cloakroom/cloakroom-items.schema.ts'
import { ItemPhoto } from './item-photo.tsx'
import { PlaceSelect } from './place-select.tsx'
import { refreshCloakroom } from './refresh.ts'
import { RefuseDialog } from './save-dialog.tsx'
import { StoreThing } from './store-thing.tsx'
import { TakeOutDialog } from './take-out-dialog.tsx'
import { WithoutSlipDialog } from './without-slip-dialog.tsx'

type Row = RowOf<'cloakroomItems'>

const tones = {
  saved: 'success',
  toBeCollected: 'warning',
  takenOut: 'neutral',
  rejected: 'neutral',
} satisfies Record<CloakroomState, Tone>

const isStored = ({ cloakroomState }: Row): boolean => cloakroomState === 'saved' || cloakroomState === 'toBeCollected'

const Field = fieldsOf(bodyOf(cloakroomItems.edit), cloakroomItems.edit)

type Opened = { kind: 'save' | 'refuse' } | { kind: 'takeOut'; code: string } | { kind: 'without' | 'photo'; item: Row }

/** What guests have left, and storing and taking out. A scanned slip opens its thing. */
export function CloakroomItemsPage() {
  const { t } = useText()
  const storeName = useStoreName()
  const states = useDict('cloakroom_state')
  const reasons = useDict('cloakroom_collect_for')
  const [opened, setOpened] = useState<Opened | null>(null)
  const may = useMayCall('cloakroomItems')
  const printAgain = usePrintAgain('cloakroomitem:print', 'cloakroom.reprint', (id) =>
    client.cloakroomItems.printSlip({ key: newId(), body: { id, printId: storedPrintId() } }),
  )
  const mayPrintLate = useMay('cloakroomitem:printLate')
  const now = useNow(30_000)
  const close = () => setOpened(null)
  useScan(
    (scan) => {
      if (scan.kind !== 'cloakroomSlip') return false
      playSound('scan')
      setOpened({ kind: 'takeOut', code: scan.value })
    },
    'page',
    may('takeOut') && opened === null,
  )
  const actionsOf = (item: Row): RowAction[] => [
    ...(may('takeOut') && isStored(item)
      ? [{ key: 'without', label: t('cloakroom.without'), act: () => setOpened({ kind: 'without', item }) }]
      : []),
    ...(isStored(item) && (mayPrintLate || now - fromWireTime(item.createTime).getTime() < REPRINT_MS)
      ? printAgain(item.id)
      : []),
    ...(item.photoId
      ? [{ key: 'photo', label: t('cloakroom.photo'), act: () => setOpened({ kind: 'photo', item }) }]
      : []),
  ]
  return (
    <>
      <CrudPage
        resource="cloakroomItems"
        title="menu.cloakroomItems"
        columns={[
          { name: 'placeName', sorter: true, width: 110, onCard: true, render: placeOf(t('cloakroom.counter')) },
          { name: 'itemName', width: 130 },
          { name: 'pieces', align: 'right', width: 70 },
          {
            name: 'cloakroomState',
            sorter: true,
            onCard: true,
            options: states,
            render: ({ cloakroomState: state, collectFor }) => (
              <ToneTag tone={state === 'toBeCollected' && collectFor === 'time' ? 'error' : tones[state]}>
                {state === 'toBeCollected' && collectFor !== ''
                  ? `${t(`cloakroom.state.${state}`)} · ${t(`cloakroom.collectFor.${collectFor}`)}`
                  : t(`cloakroom.state.${state}`)}
              </ToneTag>
            ),
          },
          { name: 'guestName', width: 110, onCard: true },
          { name: 'phone', width: 130 },
          { name: 'createTime', sorter: true, onCard: true },
          { name: 'dueTime', sorter: true, onCard: true },
          { name: 'endTime', sorter: true },
          {
            name: 'fee',
            sorter: true,
            align: 'right',
            optional: true,
            render: ({ fee }) => (fee > 0 ? <Money value={fee} /> : '—'),
          },
          { name: 'orderId', optional: true },
          { name: 'endBy', width: 110, optional: true },
          { name: 'userId', width: 100, optional: true },
          { name: 'recipient', width: 110, optional: true },
          { name: 'document', width: 140, optional: true },
          { name: 'confirmedBy', width: 110, optional: true },
          { name: 'reason', width: 160, optional: true },
          { name: 'freeUntil', optional: true },
          { name: 'hourFee', align: 'right', optional: true, render: ({ hourFee }) => <Money value={hourFee} /> },
          { name: 'feeMost', align: 'right', optional: true, render: ({ feeMost }) => <Money value={feeMost} /> },
          { name: 'remark', width: 160, optional: true },
          { name: 'createBy', width: 110, optional: true },
          { name: 'sysOrgCode', optional: true, render: ({ sysOrgCode }) => storeName(sysOrgCode) },
        ]}
        filters={[
          <ChoiceFilter key="state" name="cloakroomState" options={states} />,
          <TextFilter key="guest" name="guestName" />,
          <TextFilter key="place" name="placeName" />,
          <ChoiceFilter key="for" name="collectFor" options={reasons} />,
          <TextFilter key="phone" name="phone" />,
          <TextFilter key="item" name="itemName" />,
          <TextFilter key="member" name="userId" />,
          <DaysFilter key="time" name="createTime" />,
        ]}
        form={{
          noun: 'noun.cloakroomItem',
          width: 460,
          values: (row) => ({ ...row, placeId: row?.placeId ?? undefined }),
          body: ({ placeId = null, ...values }) => ({ ...values, placeId }),
          fields: (row) => (
            <>
              <Field name="placeId">
                <PlaceSelect current={row?.placeId ? { value: row.placeId, label: row.placeName } : undefined} />
              </Field>
              <Field name="guestName">
                <Input maxLength={60} autoComplete="off" />
              </Field>
              <Field name="phone">
                <Input maxLength={32} autoComplete="off" inputMode="tel" />
              </Field>
              <Field name="remark">
                <Input maxLength={200} autoComplete="off" />
              </Field>
            </>
          ),
        }}
        actions={{
          row: actionsOf,
          isOpen: isStored,
          changed: () => void refreshCloakroom(),
          head: (
            <>
              {may('save') ? (
                <Button type="primary" onClick={() => setOpened({ kind: 'save' })}>
                  {t('cloakroom.save')}
                </Button>
              ) : null}
              {may('takeOut') ? (
                <Button onClick={() => setOpened({ kind: 'takeOut', code: '' })}>{t('cloakroom.takeOut')}</Button>
              ) : null}
              {may('refuse') ? (
                <Button onClick={() => setOpened({ kind: 'refuse' })}>{t('cloakroom.refuse')}</Button>
              ) : null}
            </>
          ),
        }}
      />
      {opened?.kind === 'save' ? <StoreThing onClose={close} /> : null}
      {opened?.kind === 'refuse' ? <RefuseDialog onClose={close} /> : null}
      {opened?.kind === 'takeOut' ? <TakeOutDialog scanned={opened.code} onClose={close} /> : null}
      {opened?.kind === 'without' ? <WithoutSlipDialog item={opened.item} onClose={close} /> : null}
      {opened?.kind === 'photo' ? (
        <Modal open footer={null} title={t('cloakroom.photoOf', { item: opened.item.itemName })} onCancel={close}>
          <ItemPhoto id={opened.item.id} name={opened.item.itemName} />
        </Modal>
      ) : null}
    </>
  )
}

const placeOf = (counter: string) =>
  function place({ placeName, cloakroomState }: Row): string {
    return placeName || (cloakroomState === 'rejected' ? '—' : counter)
  }
