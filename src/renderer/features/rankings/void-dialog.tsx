import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import type { VoidedPeriod } from '#shared/features/rankings/ranking.schema.ts'

export interface VoidedDays {
  period: VoidedPeriod
  from: string
  until: string
  sysOrgCode: string
}

/** Asks why the results of a period shall count no more; what was typed stays when it fails. */
export function VoidDialog({ voided, onClose }: { voided: VoidedDays; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const keyOf = useAttemptKey()
  const [form] = Form.useForm<{ reason: string }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { from, until, period, sysOrgCode } = voided
  const save = async ({ reason }: { reason: string }) => {
    const body = { period, day: from, reason, sysOrgCode }
    setBusy(true)
    try {
      const answer = await client.rankings.void({ body, key: keyOf(body) })
      void message.success(answer.message)
      await queries.invalidateQueries({ queryKey: ['rankings'] })
      onClose()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t('ranking.voidTitle', { from, until })}
      okText={t('ranking.voidDo')}
      okButtonProps={{ danger: true }}
      cancelText={t('action.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>{t('ranking.voidHint')}</p>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <Form form={form} layout="vertical" onFinish={(values) => void save(values)}>
        <Form.Item name="reason" label={t('ranking.reason')} rules={[{ required: true, whitespace: true }]}>
          <Input.TextArea rows={2} maxLength={200} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
