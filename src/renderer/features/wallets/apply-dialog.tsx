import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { When } from '#renderer/ui/display/when.tsx'
import type { Member } from '#shared/features/members/members.contract.ts'
import { CORRECTION_LIMITS } from '#shared/features/wallets/correction.calc.ts'
import { MemberChoiceField } from './member-choice-field.tsx'
import { ApplyStateTag, useRequestText } from './request-text.tsx'
import { GENERAL, useProjects } from './use-projects.ts'
import './wallets.css'

interface Asked {
  give: number
  integral: number
  frequency: number
  laps: number
  projectType: string
  remark: string
}

const NOTHING: Asked = { give: 0, integral: 0, frequency: 0, laps: 0, projectType: GENERAL, remark: '' }

/** Applies for a gift to a member (spec §2), and shows the last applications. */
export function ApplyDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const [form] = Form.useForm<Asked>()
  const [member, setMember] = useState<Member | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState('')
  const projects = useProjects(member?.projects.map(({ projectType }) => projectType))
  const withKey = useAttemptKey()

  const choose = (chosen: Member | null) => {
    setMember(chosen)
    setFailure(null)
    setSent('')
  }
  const send = async (asked: Asked) => {
    if (!member) return setFailure(t('apply.noMember'))
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      const body = { ...asked, userId: member.id }
      const { message } = await withKey(body, (key) => client.applications.add({ key, body }))
      setSent(message)
      setMember(null)
      form.resetFields()
      await queryClient.invalidateQueries({ queryKey: ['applications'] })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const count = (name: 'integral' | 'frequency' | 'laps') => (
    <Form.Item name={name} label={t(`wallets.${name}`)} required>
      <InputNumber min={0} max={CORRECTION_LIMITS[name]} precision={0} inputMode="numeric" />
    </Form.Item>
  )
  return (
    <Modal open width={560} title={t('apply.title')} footer={null} onCancel={onClose} mask={{ closable: false }}>
      <Form
        form={form}
        layout="vertical"
        initialValues={NOTHING}
        className="pl-apply"
        onFinish={(asked) => void send(asked)}
      >
        <Form.Item label={t('wallets.member')} required htmlFor="apply-member">
          <MemberChoiceField id="apply-member" member={member} onChange={choose} />
        </Form.Item>
        <div className="pl-apply-amounts">
          <Form.Item name="give" label={t('wallets.give')} required>
            <InputNumber min={0} max={CORRECTION_LIMITS.money} precision={2} inputMode="decimal" />
          </Form.Item>
          {count('integral')}
          {count('frequency')}
          {count('laps')}
          <Form.Item name="projectType" label={t('wallets.project')} required>
            <Select options={projects} />
          </Form.Item>
        </div>
        <Form.Item name="remark" label={t('apply.remark')}>
          <Input maxLength={200} />
        </Form.Item>
        {failure ? (
          <Alert type="error" showIcon title={typeof failure === 'string' ? failure : textOfError(t, failure)} />
        ) : null}
        {sent ? <Alert type="success" showIcon title={sent} /> : null}
        <footer className="pl-dialog-foot">
          <Button onClick={onClose}>{t('action.close')}</Button>
          <Button type="primary" htmlType="submit" loading={isBusy}>
            {t('apply.send')}
          </Button>
        </footer>
      </Form>
      <OwnApplications />
    </Modal>
  )
}

const SHOWN = 5

/** The user's last applications with their state, updated by pushes. */
function OwnApplications() {
  const { t } = useText()
  const askedFor = useRequestText()
  const { data = [] } = useQuery({
    queryKey: ['applications', 'mine'],
    queryFn: async () => (await client.applications.mine({ query: { pageSize: SHOWN } })).result.records,
  })
  if (data.length === 0) return null
  return (
    <section aria-labelledby="own-applications" aria-live="polite">
      <h3 id="own-applications" className="pl-wallet-head">
        {t('apply.mine')}
      </h3>
      <ul className="pl-apply-own">
        {data.map((row) => (
          <li key={row.id}>
            <ApplyStateTag row={row} />
            <span>
              {row.userTruename || row.userNickname || row.userId} · {askedFor(row)}
              {row.reject ? <small>{row.reject}</small> : null}
            </span>
            {row.createTime ? <When value={row.createTime} /> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
