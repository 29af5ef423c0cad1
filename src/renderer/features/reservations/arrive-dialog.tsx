import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { RulePickerField } from '#renderer/features/rules/index.ts'
import { type PaidFrom, PayFromField } from '#renderer/features/shifts/index.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { formatAmount } from '#shared/core/money.ts'
import { type Arrival, ArriveInput, type Reservation } from '#shared/features/reservations/reservations.schema.ts'
import type { OfferedRule } from '#shared/features/rules/consume-rules.contract.ts'
import { ruleFor } from '#shared/features/rules/price.calc.ts'
import { isPaidByMember } from '#shared/features/sessions/charge-lines.calc.ts'
import { dueOf } from './due.calc.ts'
import { PayModeFields, useUsualPayMode } from './pay-mode-fields.tsx'
import { usePhoto } from './use-photo.tsx'
import { useServing } from './use-serving.tsx'

const labels = {
  people: 'reservation.here',
  sysDepartConsumeRoleId: 'reservation.ruleId',
  userId: 'reservation.member',
  password: 'reservation.memberPassword',
  groupNumber: 'orders.couponCode',
  racer: 'records.racer',
} as const
const Field = fieldsOf(ArriveInput, { labels })
const wide = { width: '100%' }

/** The chosen rule; it decides which payment fields are shown. */
const ruleOf = async (id: string): Promise<OfferedRule | null> =>
  (await client.consumeRules.listActive({ query: { id: `${id},`, pageSize: 1 } })).result.records[0] ?? null

interface ArriveDialogProps {
  booked: Reservation
  /** They are queued, or the pay code is in progress: then `again` tells what was returned once it has been paid. */
  onArrived(arrival: Arrival, again: () => Promise<Arrival>): void
  onClose(): void
}

/** Charges the arrived people of a reservation and queues them. */
export function ArriveDialog({ booked, onArrived, onClose }: ArriveDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const { cashier, serve, line } = useServing()
  const usualPayMode = useUsualPayMode()
  const photo = usePhoto()
  const [paidFrom, setPaidFrom] = useState<PaidFrom | null>(null)
  const openDrawer = useDrawer()
  const left = booked.people - booked.arrived
  const paysCash = booked.depositState === 'held' && booked.depositPayMode === 'cash'

  const save = async (values: Values): Promise<string> => {
    const ruleId = String(values.sysDepartConsumeRoleId ?? '')
    const rule = ruleId === '' ? null : await ruleOf(ruleId)
    const racer = String(values.racer || booked.realname)
    const photographed = rule?.gatherFace === 'YES' ? await photo.photoOf(ruleId, racer) : {}
    const body = {
      ...values,
      ...photographed,
      id: booked.id,
      sysDepartConsumeRoleId: ruleId,
      userId: values.userId || null,
      consumeType: rule?.consumeTypeRole ?? 'BALANCE',
      consumeVehicleMode: rule && rule.countCycleNumber === 0 ? 'timermode' : 'circlemode',
      cashierId: cashier?.id,
      departusername: cashier?.realname,
      printId: storedPrintId(),
    } as ArriveInput
    try {
      const { isHere = false, ...from } = (paysCash && paidFrom) || {}
      const { arrive, result, message } = await withKey(body, async (key) => {
        const arrive = async () => {
          const answer = await client.reservations.arrive({ body: { ...body, ...from }, key })
          if (isHere && answer.result.depositReturned > 0) openDrawer(key)
          return answer
        }
        return { arrive, ...(await serve(arrive)) }
      })
      onArrived(result, async () => (await arrive()).result)
      return message
    } catch (error) {
      if (error instanceof AppError && error.details.field === 'photoId') photo.forget()
      throw error
    }
  }
  return (
    <>
      <CrudFormDialog
        row={null}
        title={`${t('reservation.arrive')} · ${booked.realname}`}
        okText={t('reservation.arriveAction')}
        form={{
          width: 520,
          values: async () => ({
            people: left,
            sysDepartConsumeRoleId: booked.ruleId ?? '',
            userId: booked.userId,
            racer: booked.realname,
            consumePayMode: await usualPayMode(),
          }),
          fields: () => (
            <>
              {booked.depositState === 'held' ? (
                <Alert
                  type="info"
                  showIcon
                  title={t(booked.depositPayMode === 'scan' ? 'reservation.scanGoesBack' : 'reservation.cashGoesBack', {
                    amount: formatAmount(booked.deposit),
                  })}
                />
              ) : null}
              <div className="pl-book-plan">
                <Field name="people" extra={t('reservation.left', { count: left })}>
                  <InputNumber min={1} max={left} precision={0} style={wide} />
                </Field>
                <Field name="racer">
                  <Input maxLength={30} autoComplete="off" />
                </Field>
              </div>
              <Field name="sysDepartConsumeRoleId">
                <RulePickerField placeholder={t('error.sessions.ruleRequired')} missingText={booked.consumeRoleName} />
              </Field>
              <HowPaid booked={booked} />
              {paysCash ? <PayFromField sysOrgCode={booked.sysOrgCode} onChange={setPaidFrom} /> : null}
              {line}
            </>
          ),
        }}
        onSave={save}
        onClose={onClose}
      />
      {photo.dialog}
    </>
  )
}

/** The payment fields of the chosen rule: member, coupon or money. */
function HowPaid({ booked }: { booked: Reservation }) {
  const { t } = useText()
  const form = Form.useFormInstance()
  const ruleId: string | undefined = Form.useWatch('sysDepartConsumeRoleId', form)
  const mode = Form.useWatch('consumePayMode', form)
  const people = Form.useWatch('people', form)
  const userId: string | undefined = Form.useWatch('userId', form)
  const { data: rule } = useQuery({
    queryKey: ['picked', 'consumeRules', ruleId, 'terms'],
    queryFn: () => ruleOf(ruleId ?? ''),
    enabled: Boolean(ruleId),
  })
  const { data: member } = useQuery({
    queryKey: ['member', userId, 'level'],
    queryFn: async () => (await client.members.searchMemberById({ query: { id: userId } })).result,
    enabled: Boolean(userId),
  })
  if (!rule || !ruleId) return null
  const type = rule.consumeTypeRole
  const isGuest = type === 'NOCARDCONSUME'
  const due = dueOf(
    ruleFor(rule, (userId && member) || null),
    Number(people ?? 1),
    booked,
    isGuest && (mode === 'cash' || rule.price === 0),
  )
  const dueLine = due ? <p className="pl-book-due">{t(due.key, due.values)}</p> : null
  if (isPaidByMember(type))
    return (
      <>
        <div className="pl-book-plan">
          <Field name="userId">
            <MemberPickerField placeholder={t('reservation.noMember')} />
          </Field>
          <Field name="password" extra={t('reservation.passwordHint')}>
            <Input.Password maxLength={64} autoComplete="off" />
          </Field>
        </div>
        {dueLine}
      </>
    )
  if (type === 'GROUPCOUPON')
    return (
      <Field name="groupNumber">
        <Input maxLength={64} autoComplete="off" />
      </Field>
    )
  if (!isGuest || rule.price === 0) return dueLine
  return (
    <>
      <PayModeFields label="reservation.pays" isFree={false} />
      {dueLine}
    </>
  )
}
