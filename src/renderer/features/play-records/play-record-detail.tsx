import { Button, Descriptions, Drawer } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { RidePhoto } from '#renderer/features/photos/index.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'
import { isTextKey } from '#shared/i18n/catalogue.ts'
import { Cost } from './cost.tsx'
import { canDelete, canEdit, canLink, canSettle, settleLabel } from './play-records.calc.ts'
import type { RecordActions } from './record-actions.ts'
import { RecordState } from './record-state.tsx'

interface PlayRecordDetailProps {
  record: PlayRecord
  actions: RecordActions
  onClose(): void
}

/** The details of a record. */
export function PlayRecordDetail({ record, actions, onClose }: PlayRecordDetailProps) {
  const { t } = useText()
  const maySee = useMay('racerphoto:view')
  const { deduct, link, edit, remove, manages } = actions
  const then = (act: (record: PlayRecord) => void) => () => {
    onClose()
    act(record)
  }
  const beyond = `beyond.${record.ruleConflict}`
  const facts = [
    [t('records.store'), record.sysOrgCode_dictText],
    [t('records.createTime'), record.createTime],
    [t('records.ticket'), ticketsOf(record)],
    [t('records.vehicle'), record.vehicleName],
    [t('records.racer'), record.racer],
    [t('records.userId'), record.userId],
    [t('records.realname'), record.userTruenmae],
    [t('records.nickname'), record.userNickname],
    [t('records.ruleName'), record.roleName],
    [t('records.type'), t(`type.${record.consumeType}`)],
    [t('records.mode'), t(`mode.${record.consumeVehicleMode}`)],
    [t('records.laps'), record.countCycleNumber],
    [t('records.minutes'), record.duration],
    [t('records.people'), record.people],
    [t('records.terminal'), record.terminalName],
    [t('records.cashier'), record.cashierName],
    [t('records.operator'), record.operatorName],
    [t('records.remark'), record.remark],
    [t('records.recordId'), record.id],
    [t('records.gameLogId'), record.gameLogId],
    [t('records.consumeId'), record.consumeId],
    [t('records.rechargeId'), record.rechargeId],
    [t('records.ruleId'), record.ruleId],
  ] as const
  const items = [
    {
      key: 'state',
      label: t('records.state'),
      children: (
        <>
          <RecordState record={record} />
          {record.offline ? <ToneTag tone="neutral">{t('records.offline')}</ToneTag> : null}
          {isTextKey(beyond) ? <ToneTag tone="warning">{t('beyond.rule', { what: t(beyond) })}</ToneTag> : null}
        </>
      ),
    },
    { key: 'price', label: t('records.price'), children: <Cost record={record} /> },
    ...(maySee
      ? [{ key: 'photo', label: t('photo.view'), children: <RidePhoto playId={record.id} racer={record.racer} /> }]
      : []),
    ...facts.map(([label, value]) => ({
      key: label,
      label,
      children: value === null || value === '' ? '—' : String(value),
    })),
  ]
  return (
    <Drawer
      open
      size={480}
      title={t('records.detail')}
      onClose={onClose}
      footer={
        <div className="pl-detail-actions">
          {remove && canDelete(record) ? (
            <Button danger onClick={then(remove)}>
              {t('action.delete')}
            </Button>
          ) : null}
          {edit && canEdit(record) ? <Button onClick={then(edit)}>{t('records.edit')}</Button> : null}
          {link && canLink(record, manages) ? <Button onClick={then(link)}>{t('link.action')}</Button> : null}
          {deduct && canSettle(record, manages) ? (
            <Button type="primary" onClick={then(deduct)}>
              {t(settleLabel(record))}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('action.close')}</Button>
        </div>
      }
    >
      <Descriptions column={1} size="small" bordered items={items} styles={{ label: { whiteSpace: 'nowrap' } }} />
    </Drawer>
  )
}
