import { DatePicker, Form, Input, Select } from 'antd'
import { useText } from '#renderer/core/locale.ts'
import { useSession } from '#renderer/core/session.ts'
import { useDepartTree } from '#renderer/features/access/use-departs.ts'
import { useRoles } from '#renderer/features/access/use-roles.ts'
import { asText, DictSelect, fieldsOf, isFree } from '#renderer/ui/form/fields.tsx'
import { TreePicker } from '#renderer/ui/tree/tree-picker.tsx'
import { Identity } from '#shared/features/access/access.schema.ts'
import { UserAdd } from '#shared/features/access/users.schema.ts'

const Field = fieldsOf(UserAdd)

/** The fields of a user; the username cannot be changed later. */
export function UserFields({ id }: { id: string | undefined }) {
  const { t } = useText()
  const isNew = id === undefined
  const own = useSession(({ session }) => session?.userInfo.identity)
  const departs = useDepartTree()
  const roles = useRoles()
  // A user cannot create users of a higher identity.
  const identities = Identity.options.filter((one) => own !== undefined && Number(one) >= Number(own))
  return (
    <div className="pl-two">
      <Field
        name="username"
        label="user.username"
        wrong="user.usernameWrong"
        check={isFree('sys_user', 'username', id)}
      >
        <Input disabled={!isNew} autoComplete="off" />
      </Field>
      <Field name="realname" label="user.realname">
        <Input autoComplete="off" />
      </Field>
      {isNew ? <PasswordFields /> : null}
      <Form.Item name="selectedroles" label={t('user.roles')}>
        <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={roles} />
      </Form.Item>
      <Form.Item
        name="selecteddeparts"
        label={t('user.departs')}
        // Platform users need none.
        required={own !== '-1'}
        rules={[{ required: own !== '-1', type: 'array', min: 1, message: t('error.users.noStore') }]}
      >
        <TreePicker nodes={departs} title={t('user.departs')} multiple />
      </Form.Item>
      <Field name="identity" hint="hint.user.identity" label="user.identity">
        <Select options={identities.map((value) => ({ value, label: t(`identity.${value}`) }))} />
      </Field>
      <Field name="phone" label="user.phone" check={isFree('sys_user', 'phone', id)}>
        <Input autoComplete="off" inputMode="tel" />
      </Field>
      <Field name="email" label="user.email">
        <Input autoComplete="off" />
      </Field>
      <Field name="workNo" label="user.workNo">
        <Input autoComplete="off" />
      </Field>
      <Field name="post" label="user.post">
        <Input autoComplete="off" />
      </Field>
      <Field name="telephone" label="user.telephone">
        <Input autoComplete="off" inputMode="tel" placeholder="010-12345678" />
      </Field>
      <Field name="sex" label="user.sex">
        <DictSelect code="sex" />
      </Field>
      <Field name="birthday" label="user.birthday" {...asText()}>
        <DatePicker style={{ width: '100%' }} />
      </Field>
    </div>
  )
}

/** A password and its confirmation. */
export function PasswordFields() {
  const { t } = useText()
  return (
    <>
      <Field name="password" label="user.password" wrong="user.passwordRule">
        <Input.Password autoComplete="new-password" />
      </Field>
      <Form.Item
        name="confirmpassword"
        label={t('user.confirmPassword')}
        required
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, value: unknown) => {
              if (value !== getFieldValue('password')) throw new Error(t('error.account.passwordsDiffer'))
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
