import { SwapOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { Member } from '#shared/features/members/members.contract.ts'
import type { MergePreview } from '#shared/features/wallets/member-merge.contract.ts'
import { MemberChoiceField } from './member-choice-field.tsx'
import { MergeLines } from './merge-lines.tsx'
import { refreshMembers, useMemberWallets } from './use-member-wallets.ts'
import './wallets.css'

/** Merges two members: shows the result, asks which one stays, and requires the number of the other one. */
export function MergeDialog({ userId, onClose }: { userId: string; onClose(): void }) {
  const { t } = useText()
  const own = useMemberWallets(userId).data?.member
  const [other, setOther] = useState<Member | null>(null)
  const [isSwapped, setSwapped] = useState(false)
  const [sourceId, targetId] = isSwapped ? [userId, other?.id ?? ''] : [other?.id ?? '', userId]
  const preview = useQuery({
    queryKey: ['memberWallets', 'merge', sourceId, targetId],
    queryFn: async () => (await client.memberMerge.mergePreview({ query: { sourceId, targetId } })).result,
    enabled: other !== null,
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal
      open
      width={680}
      style={{ top: 24 }}
      title={own ? t('merge.titleOf', { name: own.realname || own.nickname, number: own.id }) : t('merge.title')}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Form layout="vertical" component="div">
        <Form.Item label={t('merge.other')} htmlFor="merge-member" required>
          <MemberChoiceField id="merge-member" member={other} onChange={setOther} />
        </Form.Item>
      </Form>
      {other && preview.isPending ? <Skeleton active paragraph={{ rows: 6 }} /> : null}
      {other && preview.error ? <ErrorBlock error={preview.error} /> : null}
      {other && preview.data ? (
        <>
          <div className="pl-merge-sides">
            <Side title={t('merge.source')} member={preview.data.source} />
            <Button
              icon={<SwapOutlined />}
              aria-label={t('merge.swap')}
              title={t('merge.swap')}
              onClick={() => setSwapped(!isSwapped)}
            />
            <Side title={t('merge.target')} member={preview.data.target} />
          </div>
          <MergeLines preview={preview.data} />
          <Confirm key={sourceId} preview={preview.data} onClose={onClose} />
        </>
      ) : null}
    </Modal>
  )
}

const Side = ({ title, member }: { title: string; member: Member }) => (
  <div>
    <small>{title}</small>
    <strong>{member.realname || member.nickname || member.id}</strong>
    <span>
      {member.id} {member.phone}
    </span>
  </div>
)

interface MergeFields {
  reason: string
  typed: string
}

function Confirm({ preview, onClose }: { preview: MergePreview; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const [form] = Form.useForm<MergeFields>()
  const typed = Form.useWatch('typed', form)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  const { source, target } = preview
  const isTyped = typed?.trim() === source.id

  const merge = async ({ reason }: MergeFields) => {
    if (isBusy || !isTyped) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { sourceId: source.id, targetId: target.id, reason }
      const answer = await withKey(body, (key) => client.memberMerge.merge({ key, body }))
      void message.success(answer.message)
      await refreshMembers()
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Form form={form} layout="vertical" onFinish={(values) => void merge(values)}>
      <Alert type="warning" showIcon title={t('merge.forGood')} />
      <Form.Item
        name="reason"
        label={t('wallets.reason')}
        rules={[{ required: true, whitespace: true, message: t('wallets.reasonRequired') }]}
      >
        <Input maxLength={200} placeholder={t('crud.whyHint')} />
      </Form.Item>
      <Form.Item name="typed" label={t('merge.type', { number: source.id })} required>
        <Input maxLength={32} inputMode="numeric" autoComplete="off" />
      </Form.Item>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button type="primary" danger htmlType="submit" loading={isBusy} disabled={!isTyped}>
          {t('merge.open')}
        </Button>
      </footer>
    </Form>
  )
}
