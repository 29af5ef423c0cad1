import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Drawer, Form, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import type { RankingVoid } from '#shared/features/rankings/ranking.schema.ts'
import { useVoidWords } from './ranking-standing.tsx'

interface VoidsDrawerProps {
  sysOrgCode: string | undefined
  onClose(): void
}

/** What was voided and what of that was taken back, each with its reason. */
export function VoidsDrawer({ sysOrgCode, onClose }: VoidsDrawerProps) {
  const { t } = useText()
  const words = useVoidWords()
  const mayTakeBack = useMay('ranking:void')
  const [chosen, setChosen] = useState<RankingVoid | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['rankings', 'voids', sysOrgCode],
    queryFn: async () => (await client.rankings.voids({ query: { sysOrgCode } })).result,
  })
  return (
    <Drawer open size={480} title={t('ranking.voids')} onClose={onClose}>
      {error ? <ErrorBlock error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton active /> : null}
      {data?.length === 0 ? <EmptyBlock title={t('ranking.noVoids')} /> : null}
      <ul className="pl-ranking-voids">
        {data?.map((one) => (
          <li key={one.id}>
            {words(one)}
            {one.takenBack ? <p>{t('ranking.takenBackBy', one.takenBack)}</p> : null}
            {mayTakeBack && !one.takenBack ? (
              <Button size="small" onClick={() => setChosen(one)}>
                {t('ranking.takeBack')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {chosen ? <TakeBackDialog of={chosen} sysOrgCode={sysOrgCode} onClose={() => setChosen(null)} /> : null}
    </Drawer>
  )
}

interface TakeBackDialogProps extends VoidsDrawerProps {
  of: RankingVoid
}

/** Asks why a void is taken back; what was typed stays when it fails. */
function TakeBackDialog({ of: { id, from, until }, sysOrgCode, onClose }: TakeBackDialogProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const queries = useQueryClient()
  const keyOf = useAttemptKey()
  const [form] = Form.useForm<{ reason: string }>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async ({ reason }: { reason: string }) => {
    const body = { id, reason, sysOrgCode }
    setBusy(true)
    try {
      const answer = await client.rankings.takeBack({ body, key: keyOf(body) })
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
      title={t('ranking.takeBackTitle', { from, until })}
      okText={t('ranking.takeBack')}
      cancelText={t('action.cancel')}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <p>{t('ranking.takeBackHint')}</p>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <Form form={form} layout="vertical" onFinish={(values) => void save(values)}>
        <Form.Item name="reason" label={t('ranking.reason')} rules={[{ required: true, whitespace: true }]}>
          <Input.TextArea rows={2} maxLength={200} autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
