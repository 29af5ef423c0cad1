import { Alert, InputNumber } from 'antd'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useCashier } from '#renderer/features/cashiers/index.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { useDrawer } from '#renderer/ui/dialog/use-drawer.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'
import { refreshShifts, useDeferral } from './use-shift.ts'
import './shifts.css'

const Field = fieldsOf(bodyOf(shifts.open))

interface OpenDialogProps {
  /** A refused cash payment waits for the shift. */
  isForCash?: boolean
  onOpened?(): void
  onClose(): void
}

/** Opens a shift with the float in the drawer, for the current cashier. */
export function OpenDialog({ isForCash = false, onOpened, onClose }: OpenDialogProps) {
  const { t } = useText()
  const { cashier } = useCashier()
  const self = useSession(({ session }) => session?.userInfo.id)
  const withKey = useAttemptKey()
  const openDrawer = useDrawer()
  const deferral = useDeferral()
  const open = async ({ floatAmount }: Values): Promise<string> => {
    const body: Parameters<typeof client.shifts.open>[0]['body'] = { floatAmount: Number(floatAmount) }
    if (cashier && cashier.id !== self) body.cashierId = cashier.id
    const deferred = await deferral()
    if (deferred) {
      return withKey(body, async (id) => {
        await deferred.act({ id, act: 'open', amount: body.floatAmount, cashierId: body.cashierId ?? null })
        openDrawer(id)
        return t('shift.kept')
      })
    }
    const { message, result } = await withKey(body, (key) => client.shifts.open({ body, key }))
    openDrawer(result.id)
    await refreshShifts()
    return message
  }
  const save = async (values: Values): Promise<string> => {
    const message = await open(values).catch((error: unknown) => {
      // Opened meanwhile, in another window or by a request with a lost response: a shift exists now.
      if (!isForCash || !(error instanceof AppError) || error.code !== 'shifts.openAlready') throw error
      void refreshShifts()
      return textOfError(t, error)
    })
    onOpened?.()
    return message
  }
  return (
    <CrudFormDialog
      row={null}
      title={cashier ? `${t('shift.openAction')} · ${cashier.realname}` : t('shift.openAction')}
      okText={t('shift.openAction')}
      form={{
        width: 420,
        values: () => ({ floatAmount: 0 }),
        fields: () => (
          <>
            {isForCash ? (
              <Alert className="pl-shift-alert" type="info" showIcon title={t('shift.openForCash')} />
            ) : null}
            <Field name="floatAmount" label="shift.floatAmount" extra={t('shift.openHint')}>
              <InputNumber min={0} precision={2} style={{ width: '100%' }} size="large" />
            </Field>
          </>
        ),
      }}
      onSave={save}
      onClose={onClose}
    />
  )
}
