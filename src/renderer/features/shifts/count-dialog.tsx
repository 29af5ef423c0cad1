import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useCashier } from '#renderer/features/cashiers/index.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import type { CountedShift, CounterShift } from '#shared/features/shifts/shifts.schema.ts'
import { Denominations } from './denominations.tsx'
import { refreshShifts, useDeferral, usePrintId } from './use-shift.ts'

const Field = fieldsOf(bodyOf(shifts.handover))

interface CountDialogProps {
  shift: CounterShift
  isHandover: boolean
  onCounted(counted: CountedShift): void
  /** It was counted offline; the server reports the expected cash later. */
  onKept(counted: number): void
  onClose(): void
}

/**
 * Takes the counted cash before the expected cash is shown; for a hand-over also the next user and that user's
 * password.
 */
export function CountDialog({ shift, isHandover, onCounted, onKept, onClose }: CountDialogProps) {
  const { t } = useText()
  const platform = usePlatform()
  const { choose } = useCashier()
  const printId = usePrintId()
  const withKey = useAttemptKey()
  const deferral = useDeferral()
  const cashiers = useQuery({ queryKey: ['cashiers'], queryFn: () => platform.cashiers.list(), enabled: isHandover })
  const self = useSession(({ session }) => session?.userInfo.id)
  const others = (cashiers.data ?? []).filter(({ id }) => id !== shift.cashierId)

  const save = async (values: Values): Promise<string> => {
    const doPrint = values.doPrint ? ('YES' as const) : ('NO' as const)
    const count = {
      id: shift.id,
      counted: Number(values.counted),
      remark: String(values.remark ?? ''),
      doPrint,
      printId: printId(),
    }
    const deferred = await deferral()
    const defer = async (body: typeof count & { cashierId?: string }, act: 'close' | 'handover') => {
      const { counted: amount, remark, id: shiftId } = count
      const stored = { cashierId: body.cashierId ?? null, amount, remark, doPrint, shiftId }
      await withKey(body, async (id) => deferred?.act({ id, act, ...stored }))
      onKept(amount)
      return t('shift.kept')
    }
    if (!isHandover) {
      if (deferred) return defer(count, 'close')
      const { result, message } = await withKey(count, (key) => client.shifts.close({ body: count, key }))
      onCounted(result)
      await refreshShifts()
      return message
    }
    const next = others.find(({ id }) => id === values.cashierId)
    if (next && next.id !== self && !(await platform.cashiers.check(next.id, String(values.password ?? '')))) {
      throw new AppError('shifts.passwordWrong', { field: 'password' })
    }
    const body = { ...count, cashierId: String(values.cashierId) }
    if (deferred) {
      const message = await defer(body, 'handover')
      if (next) choose({ id: next.id, realname: next.realname })
      return message
    }
    const { result, message } = await withKey(body, (key) => client.shifts.handover({ body, key }))
    if (next) choose({ id: next.id, realname: next.realname })
    onCounted(result)
    await refreshShifts()
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={`${t(isHandover ? 'shift.handover' : 'shift.close')} · ${shift.cashierName}`}
      okText={t(isHandover ? 'shift.handover' : 'shift.close')}
      form={{
        width: 460,
        values: () => ({ remark: '', doPrint: false, password: '' }),
        fields: () => (
          <>
            <Alert
              className="pl-shift-alert"
              type="info"
              showIcon
              title={t(isHandover ? 'shift.handoverHint' : 'shift.countHint')}
            />
            <Field name="counted" label="shift.countedAmount">
              <InputNumber min={0} precision={2} style={{ width: '100%' }} size="large" autoComplete="off" />
            </Field>
            <Denominations field="counted" />
            {isHandover ? <NextCashier others={others} self={self} /> : null}
            <Field name="remark" label="shift.remark">
              <Input maxLength={200} autoComplete="off" />
            </Field>
            <Form.Item name="doPrint" valuePropName="checked">
              <Checkbox>{t('shift.printSlip')}</Checkbox>
            </Form.Item>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}

interface NextCashierProps {
  others: { id: string; realname: string; havePassword: 'YES' | 'NO' }[]
  self: string | undefined
}

/** The next user, with the password if one is set. */
function NextCashier({ others, self }: NextCashierProps) {
  const { t } = useText()
  const chosen: unknown = Form.useWatch('cashierId')
  const next = others.find(({ id }) => id === chosen)
  return (
    <>
      <Field name="cashierId" label="shift.next">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={others.map(({ id, realname }) => ({ value: id, label: realname }))}
        />
      </Field>
      {next?.havePassword === 'YES' && next.id !== self ? (
        <Form.Item name="password" label={t('shift.nextPassword')} required>
          <Input.Password maxLength={128} autoComplete="off" />
        </Form.Item>
      ) : null}
    </>
  )
}
