import { Input, InputNumber } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import type { CounterShift, ShiftMove } from '#shared/features/shifts/shifts.schema.ts'
import { refreshShifts, useDeferral } from './use-shift.ts'

const Field = fieldsOf(bodyOf(shifts.move))

interface MoveDialogProps {
  shift: CounterShift
  kind: ShiftMove
  onClose(): void
}

/** Puts cash into the drawer or takes it out, with a reason. */
export function MoveDialog({ shift, kind, onClose }: MoveDialogProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const openDrawer = useDrawer()
  const deferral = useDeferral()
  const save = async ({ amount, reason }: Values): Promise<string> => {
    const body = { id: shift.id, kind, amount: Number(amount), reason: String(reason) }
    const deferred = await deferral()
    return withKey(body, async (key) => {
      if (deferred) {
        await deferred.act({ id: key, act: kind, shiftId: shift.id, amount: body.amount, remark: body.reason })
        openDrawer(key)
        return t('shift.kept')
      }
      const { message } = await client.shifts.move({ body, key })
      openDrawer(key)
      await refreshShifts()
      return message
    })
  }
  return (
    <CrudFormDialog
      row={null}
      title={t(`shift.${kind}`)}
      okText={t(`shift.${kind}`)}
      form={{
        width: 420,
        fields: () => (
          <>
            <Field name="amount" label="shift.amount">
              <InputNumber min={0} precision={2} style={{ width: '100%' }} size="large" />
            </Field>
            <Field name="reason" label="shift.reason">
              <Input maxLength={100} autoComplete="off" />
            </Field>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
