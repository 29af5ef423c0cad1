import { Form, Input, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { useAttemptKey } from '#renderer/core/use-attempt-key.ts'
import { useDepartTree } from '#renderer/features/access/use-departs.ts'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { TreePicker } from '#renderer/ui/tree/tree-picker.tsx'
import { StaffAdd, StaffRole } from '#shared/features/access/users.schema.ts'
import { FirstPasswords, type MadeAccount } from './first-passwords.tsx'
import { startPassword } from './start-password.calc.ts'
import { onlyStore } from './user-values.ts'

const Field = fieldsOf(StaffAdd)

interface StaffAssistantProps {
  role: StaffRole
  onClose(): void
}

/** Adds a new employee of a store: the job determines identity and roles; the password is replaced at the first sign-in. */
export function StaffAssistant({ role, onClose }: StaffAssistantProps) {
  const { t } = useText()
  const withKey = useAttemptKey()
  const added = useRef<MadeAccount | null>(null)
  const [made, setMade] = useState<MadeAccount | null>(null)
  const working = useSession(({ session }) => session?.departs.find(isOf(session.userInfo.orgCode)))
  const values = async (): Promise<Values> => {
    const only = await onlyStore()
    const departIds = working?.parentId ? [working.id] : only
    return { role, departIds, password: startPassword() }
  }
  const save = async (given: Values) => {
    const body = StaffAdd.parse(given)
    const { message } = await withKey(body, (key) => client.users.addStaff({ body, key }))
    added.current = body
    await queryClient.invalidateQueries({ queryKey: ['crud', 'users'] })
    return message
  }
  // The form closes itself once it is saved: then the password is shown, until it is read.
  const closeForm = () => {
    if (added.current) setMade(added.current)
    else onClose()
  }
  if (made) {
    return (
      <Modal
        open
        title={t('staff.made', { name: made.realname })}
        okText={t('action.close')}
        footer={(_, { OkBtn }) => <OkBtn />}
        mask={{ closable: false }}
        onOk={onClose}
        onCancel={onClose}
      >
        <FirstPasswords made={[made]} />
      </Modal>
    )
  }
  return (
    <CrudFormDialog
      row={null}
      title={t('staff.title')}
      okText={t('staff.add')}
      form={{ values, fields: () => <StaffFields /> }}
      onSave={save}
      onClose={closeForm}
    />
  )
}

const isOf =
  (orgCode: string) =>
  (store: { orgCode: string }): boolean =>
    store.orgCode === orgCode

function StaffFields() {
  const { t } = useText()
  const departs = useDepartTree()
  const role = Form.useWatch<StaffRole | undefined>('role')
  return (
    <>
      <Field name="role" label="user.role" extra={role ? t(`staff.${role}.what`) : undefined}>
        <Radio.Group
          optionType="button"
          options={StaffRole.options.map((value) => ({ value, label: t(`staff.${value}`) }))}
        />
      </Field>
      <Field name="departIds" label="user.departIds" wrong="error.users.noStore">
        <TreePicker nodes={departs} title={t('user.departIds')} multiple />
      </Field>
      <Field name="realname" label="user.realname">
        <Input autoComplete="off" />
      </Field>
      <Field
        name="username"
        label="user.username"
        wrong="user.usernameWrong"
        check={isFree('sys_user', 'username', undefined)}
      >
        <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field name="phone" label="user.phone" check={isFree('sys_user', 'phone', undefined)}>
        <Input autoComplete="off" inputMode="tel" />
      </Field>
      <Field
        name="password"
        label="firstPassword.password"
        wrong="user.passwordRule"
        extra={t('firstPassword.replaced')}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Field>
    </>
  )
}
