import { Alert, App, Button, Checkbox, DatePicker, Form, Input, InputNumber, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { CORRECTION_LIMITS } from '#shared/features/wallets/correction.calc.ts'
import type { UserProject } from '#shared/features/wallets/user-projects.contract.ts'
import { MemberWalletsDialog } from './member-wallets-dialog.tsx'
import { refreshMembers } from './use-member-wallets.ts'
import { GENERAL, useProjects } from './use-projects.ts'
import './wallets.css'

const DAY = 'YYYY-MM-DD'
const UNLIMITED = -1

interface Card {
  projectType: string
  changwanName: string
  until: Dayjs | null
  isUnlimited: boolean
  uses: number | null
  reason: string
}

/** Sets or removes a member's unlimited card of a project. */
export function UnlimitedCardDialog({ userId, onClose }: { userId: string; onClose(): void }) {
  return (
    <MemberWalletsDialog userId={userId} title="wallets.cardOf" width={520} onClose={onClose}>
      {({ id }, projects) => <SetCard userId={id} projects={projects} onClose={onClose} />}
    </MemberWalletsDialog>
  )
}

/** The current card of a project. */
function cardOf(projects: readonly UserProject[], projectType: string): Card {
  const own = projects.find((project) => project.projectType === projectType)
  return {
    projectType,
    changwanName: own?.changwanName ?? '',
    until: own?.changWanLastDay ? dayjs(own.changWanLastDay) : null,
    isUnlimited: !own?.changwanName || own.changwanCount === UNLIMITED,
    uses: own && own.changwanCount > 0 ? own.changwanCount : 0,
    reason: '',
  }
}

function SetCard({ userId, projects, onClose }: { userId: string; projects: UserProject[]; onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const [form] = Form.useForm<Card>()
  const options = useProjects(projects.map(({ projectType }) => projectType))
  const begun = projects.find(({ changwanName }) => changwanName !== '')?.projectType ?? GENERAL
  const isUnlimited = Form.useWatch('isUnlimited', form)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()

  const save = async ({ projectType, changwanName, until, isUnlimited: hasNoLimit, uses, reason }: Card) => {
    if (isBusy) return
    const body = {
      userId,
      projectType,
      changwanName: changwanName.trim(),
      changWanEndTime: until ? until.format(DAY) : null,
      changwanCount: hasNoLimit ? UNLIMITED : (uses ?? 0),
      reason,
    }
    setBusy(true)
    setFailure(null)
    try {
      const answer = await withKey(body, (key) => client.userProjects.setUnlimitedCard({ key, body }))
      void message.success(answer.message)
      await refreshMembers()
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Form form={form} layout="vertical" initialValues={cardOf(projects, begun)} onFinish={(card) => void save(card)}>
      <Form.Item name="projectType" label={t('wallets.project')}>
        <Select
          options={options}
          onChange={(projectType: string) =>
            form.setFieldsValue({ ...cardOf(projects, projectType), reason: form.getFieldValue('reason') })
          }
        />
      </Form.Item>
      <Form.Item name="changwanName" label={t('wallets.cardName')} extra={t('wallets.cardNameHint')}>
        <Input maxLength={64} autoFocus />
      </Form.Item>
      <Form.Item name="until" label={t('wallets.cardEnd')} extra={t('wallets.cardEndHint')}>
        <DatePicker />
      </Form.Item>
      <Form.Item name="isUnlimited" valuePropName="checked">
        <Checkbox>{t('wallets.cardNoLimit')}</Checkbox>
      </Form.Item>
      {isUnlimited ? null : (
        <Form.Item name="uses" label={t('wallets.cardUses')}>
          <InputNumber min={0} max={CORRECTION_LIMITS.frequency} precision={0} />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label={t('wallets.reason')}
        rules={[{ required: true, whitespace: true, message: t('wallets.reasonRequired') }]}
      >
        <Input maxLength={200} placeholder={t('crud.whyHint')} />
      </Form.Item>
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('action.save')}
        </Button>
      </footer>
    </Form>
  )
}
