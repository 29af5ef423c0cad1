import { Alert, App, Button, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount } from '#shared/core/money.ts'
import type { Member } from '#shared/features/members/members.contract.ts'
import { CORRECTION_LIMITS } from '#shared/features/wallets/correction.calc.ts'
import type { UserProject } from '#shared/features/wallets/user-projects.contract.ts'
import { MemberWalletsDialog } from './member-wallets-dialog.tsx'
import { refreshMembers } from './use-member-wallets.ts'
import { GENERAL, useProjects } from './use-projects.ts'
import './wallets.css'

const WALLETS = ['balance', 'give', 'integral', 'laps', 'coins', 'frequency'] as const
type WalletName = (typeof WALLETS)[number]
type Correction = Record<WalletName, number | null> & { projectType: string; reason: string }

const isMoney = (wallet: WalletName): boolean => wallet === 'balance' || wallet === 'give'
const NOTHING = { balance: 0, give: 0, integral: 0, laps: 0, coins: 0, frequency: 0, projectType: GENERAL, reason: '' }

/** Corrects a member's wallets: current value, change, result. */
export function CorrectionDialog({ userId, onClose }: { userId: string; onClose(): void }) {
  return (
    <MemberWalletsDialog userId={userId} title="wallets.adjustOf" width={600} onClose={onClose}>
      {(member, projects) => <Correct member={member} projects={projects} onClose={onClose} />}
    </MemberWalletsDialog>
  )
}

interface CorrectProps {
  member: Member
  projects: UserProject[]
  onClose(): void
}

function Correct({ member, projects, onClose }: CorrectProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [form] = Form.useForm<Correction>()
  const given = Form.useWatch([], form) ?? NOTHING
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const withKey = useAttemptKey()
  const options = useProjects(projects.map(({ projectType }) => projectType))
  const now = (wallet: WalletName): number =>
    wallet === 'frequency'
      ? (projects.find(({ projectType }) => projectType === given.projectType)?.frequency ?? 0)
      : member[wallet]
  const shown = (wallet: WalletName, value: number) => (isMoney(wallet) ? formatAmount(value) : value)
  const changes = WALLETS.filter((wallet) => (given[wallet] ?? 0) !== 0)

  const save = async (values: Correction) => {
    if (isBusy) return
    if (changes.length === 0) return setFailure(t('wallets.nothing'))
    const amounts = Object.fromEntries(WALLETS.map((wallet) => [wallet, values[wallet] ?? 0])) as Record<
      WalletName,
      number
    >
    const body = { ...amounts, userId: member.id, projectType: values.projectType, reason: values.reason }
    setBusy(true)
    setFailure(null)
    try {
      const answer = await withKey(body, (key) => client.userProjects.adjust({ key, body }))
      void message.success(answer.message)
      await refreshMembers()
      onClose()
    } catch (error) {
      const field = error instanceof AppError ? error.details.field : undefined
      if (field !== undefined && field in values) {
        form.setFields([{ name: field as keyof Correction, errors: [textOfError(t, error)] }])
      } else setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Form form={form} layout="vertical" initialValues={NOTHING} onFinish={(values) => void save(values)}>
      <table className="pl-wallet-lines">
        <thead>
          <tr>
            <th scope="col">{t('wallets.wallet')}</th>
            <th scope="col">{t('wallets.now')}</th>
            <th scope="col">{t('wallets.change')}</th>
            <th scope="col">{t('wallets.after')}</th>
          </tr>
        </thead>
        <tbody>
          {WALLETS.map((wallet, index) => (
            <tr key={wallet}>
              <td>
                {t(`wallets.${wallet}`)}
                {wallet === 'frequency' ? (
                  <Form.Item name="projectType" noStyle>
                    <Select
                      size="small"
                      aria-label={t('wallets.project')}
                      className="pl-wallet-project"
                      options={options}
                    />
                  </Form.Item>
                ) : null}
              </td>
              <td className="pl-amount">{shown(wallet, now(wallet))}</td>
              <td>
                <Form.Item name={wallet}>
                  <InputNumber
                    autoFocus={index === 0}
                    aria-label={t('wallets.changeOf', { wallet: t(`wallets.${wallet}`) })}
                    min={-limitOf(wallet)}
                    max={limitOf(wallet)}
                    precision={isMoney(wallet) ? 2 : 0}
                  />
                </Form.Item>
              </td>
              <td className="pl-amount">
                {given[wallet] ? <strong>{shown(wallet, sumOf(wallet, now(wallet), given[wallet] ?? 0))}</strong> : '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Form.Item
        name="reason"
        label={t('wallets.reason')}
        rules={[{ required: true, whitespace: true, message: t('wallets.reasonRequired') }]}
      >
        <Input maxLength={200} placeholder={t('crud.whyHint')} />
      </Form.Item>
      {failure ? (
        <Alert type="error" showIcon title={typeof failure === 'string' ? failure : textOfError(t, failure)} />
      ) : null}
      <footer className="pl-dialog-foot">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isBusy} disabled={changes.length === 0}>
          {t('wallets.adjust')}
        </Button>
      </footer>
    </Form>
  )
}

const limitOf = (wallet: WalletName): number =>
  wallet === 'balance' || wallet === 'give' ? CORRECTION_LIMITS.money : CORRECTION_LIMITS[wallet]

const sumOf = (wallet: WalletName, now: number, change: number): number =>
  isMoney(wallet) ? Math.round((now + change) * 100) / 100 : now + change
