import { Input } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { useShutReason } from '#renderer/ui/dialog/use-drawer.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { AppError } from '#shared/core/errors.ts'
import { shifts } from '#shared/features/shifts/shifts.contract.ts'

const Field = fieldsOf(bodyOf(shifts.openDrawer))

/** Opens the drawer without a payment, with a reason. */
export function DrawerDialog({ onClose }: { onClose(): void }) {
  const { t } = useText()
  const { devices } = usePlatform()
  const reasonOf = useShutReason()
  const open = async ({ reason }: Values): Promise<string> => {
    const opening = await devices?.openDrawerByHand(String(reason))
    if (!opening?.outcome) throw new AppError('devices.noDrawer')
    return reasonOf(opening) || t('message.shifts.drawerOpened')
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('shift.drawer')}
      okText={t('shift.drawer')}
      form={{
        width: 420,
        fields: () => (
          <Field name="reason" label="shift.reason" extra={t('shift.drawerHint')}>
            <Input maxLength={100} autoComplete="off" />
          </Field>
        ),
      }}
      onSave={open}
      onClose={onClose}
    />
  )
}
