import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { RechargeOrderPicker } from '#renderer/features/recharge/index.ts'
import { AppError } from '#shared/core/errors.ts'
import type { PlayRecord } from '#shared/features/sessions/play-before-pay.contract.ts'
import { ticketsOf } from '#shared/features/sessions/tickets.calc.ts'

/** Links a trial to the recharge of its guest (spec §2): choose the order, confirm. */
export function LinkDialog({ record, onClose }: { record: PlayRecord; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const link = async (reid: string | undefined) => {
    if (isBusy) return
    setFailure(null)
    if (!reid) return setFailure(new AppError('sessions.rechargeRequired'))
    setBusy(true)
    try {
      const answer = await client.playBeforePay.linkRecharge({ body: { id: record.id, reid } })
      playSound('done')
      void message.success(answer.message)
      onClose()
    } catch (error) {
      playSound('error')
      setFailure(error)
      setBusy(false)
      // Another user may have linked it meanwhile.
      void queryClient.invalidateQueries({ queryKey: ['picker', 'rechargeOrders'] })
    }
    void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
    void queryClient.invalidateQueries({ queryKey: ['catalogue'] })
  }
  const description = [ticketsOf(record), record.vehicleName, record.racer].filter(Boolean).join(' · ')
  return (
    <RechargeOrderPicker
      title={t('link.title', { what: description })}
      orgCode={record.sysOrgCode}
      since={record.createTime}
      buttons={([chosen]) => (
        <>
          {failure ? (
            <Alert type="warning" showIcon title={textOfError(t, failure)} className="pl-link-failure" />
          ) : null}
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="primary" loading={isBusy} onClick={() => void link(chosen?.id)}>
            {t('link.confirm')}
          </Button>
        </>
      )}
      onConfirm={([chosen]) => void link(chosen?.id)}
      onClose={onClose}
    />
  )
}
