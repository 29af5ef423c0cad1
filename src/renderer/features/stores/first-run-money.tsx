import { LoadingOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import type { StepFormProps } from './first-run-form.tsx'

/** A link to the page of the step, where the user may open it. */
function PageLink({ component, label }: { component: string; label: TextKey }) {
  const { t } = useText()
  const path = useFrame().pathOf(component)
  const navigate = useNavigate()
  return path ? (
    <Button type="primary" onClick={() => navigate(path)}>
      {t(label)}
    </Button>
  ) : null
}

/** Links to the recharge rules, which define what members can buy. */
export function RechargeStep() {
  const { t } = useText()
  return (
    <>
      <p>{t('firstRun.recharge.what')}</p>
      <PageLink component="rules/RechargeRuleList" label="firstRun.recharge.save" />
    </>
  )
}

/** A payment provider, whose keys the head office enters, or cash only. */
export function PaymentsStep({ known: { orgCode, acceptsCash }, onDone }: StepFormProps) {
  const { t } = useText()
  const mayConnect = useFrame().pathOf('payment/SysPaymentProvider') !== null
  const takesCash = acceptsCash === 'YES'
  const cashOnly = useMutation({
    mutationFn: () => client.firstRun.skip({ body: { orgCode, step: 'payments', skipped: true } }),
    onSuccess: () => onDone(false),
  })
  return (
    <>
      <p>{t(mayConnect ? 'firstRun.payments.what' : 'firstRun.payments.headOffice')}</p>
      {takesCash ? null : <Alert type="warning" showIcon title={t('firstRun.payments.noCash')} />}
      {cashOnly.error ? <Alert type="error" showIcon title={textOfError(t, cashOnly.error)} /> : null}
      <div className="pl-first-run-buttons">
        <PageLink component="payment/SysPaymentProvider" label="firstRun.payments.save" />
        {takesCash ? (
          <Button loading={cashOnly.isPending} onClick={() => cashOnly.mutate()}>
            {t('firstRun.payments.cashOnly')}
          </Button>
        ) : null}
      </div>
    </>
  )
}

/** Detected automatically: the first sale is made at the counter. */
export function SaleStep() {
  const { t } = useText()
  return (
    <>
      <p>{t('firstRun.sale.what')}</p>
      <p role="status">
        <LoadingOutlined /> {t('firstRun.sale.waiting')}
      </p>
      <PageLink component="sessions/StartSession" label="firstRun.sale.save" />
    </>
  )
}
