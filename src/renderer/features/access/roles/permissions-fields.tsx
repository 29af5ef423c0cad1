import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { fieldsOf } from '#renderer/ui/form/fields.tsx'
import { menuIcons } from '#renderer/ui/layout/menu-icons.tsx'
import type { TreeItem } from '#renderer/ui/tree/tree.calc.ts'
import { TreePicker } from '#renderer/ui/tree/tree-picker.tsx'
import { PermissionAdd, type PermissionNode } from '#shared/features/access/permissions.contract.ts'

const Field = fieldsOf(PermissionAdd)
const BUTTON = 2

/** The possible parents of an entry: menus except itself and its descendants. */
const above = (nodes: readonly PermissionNode[], id: string): TreeItem[] =>
  nodes
    .filter((node) => node.menuType !== BUTTON && node.id !== id)
    .map(({ key, title, children }) => ({ key, title, children: above(children ?? [], id) }))

/** The fields of a menu or a button; an existing one can be moved in the tree. */
export function PermissionFields({ row }: { row: PermissionNode | null }) {
  const { t } = useText()
  const tree = useQuery({
    queryKey: ['crud', 'permissions', 'tree'],
    queryFn: async () => (await client.permissions.list()).result,
  })
  const isButton = Form.useWatch('menuType') === BUTTON
  return (
    <>
      <Field name="menuType" label="permission.type">
        <Radio.Group
          optionType="button"
          options={([0, 1, 2] as const).map((value) => ({ value, label: t(`permission.type.${value}`) }))}
        />
      </Field>
      <div className="pl-two">
        <Field name="name" label="permission.name">
          <Input autoComplete="off" />
        </Field>
        {row ? (
          <Form.Item name="parentId" label={t('permission.parent')} extra={t('permission.atTop')}>
            <TreePicker nodes={above(tree.data ?? [], row.id)} title={t('permission.parent')} />
          </Form.Item>
        ) : null}
        <Field name="sortNo" label="permission.sortNo">
          <InputNumber min={0} style={{ width: '100%' }} />
        </Field>
        {isButton ? (
          <>
            <Field name="perms" hint="hint.permission.perms" label="permission.perms" wrong="permission.permsWrong">
              <Input autoComplete="off" placeholder="module:verb" />
            </Field>
            <Field name="permsType" hint="hint.permission.permsType" label="permission.permsType">
              <Select
                options={(['1', '2'] as const).map((value) => ({ value, label: t(`permission.permsType.${value}`) }))}
              />
            </Field>
            <Field name="status" label="permission.status">
              <Select
                options={(['1', '0'] as const).map((value) => ({ value, label: t(`permission.status.${value}`) }))}
              />
            </Field>
          </>
        ) : (
          <>
            <Field name="url" label="permission.url">
              <Input autoComplete="off" />
            </Field>
            <Field name="component" hint="hint.permission.component" label="permission.component">
              <Input autoComplete="off" />
            </Field>
            <Field name="icon" label="permission.icon">
              <Select
                allowClear
                options={menuIcons.map(([value, icon]) => ({ value, label: <span title={value}>{icon}</span> }))}
              />
            </Field>
            <Field name="redirect" hint="hint.permission.redirect" label="permission.redirect">
              <Input autoComplete="off" />
            </Field>
          </>
        )}
      </div>
      {isButton ? null : (
        <div className="pl-switches">
          <Field name="route" label="permission.route" valuePropName="checked">
            <Switch />
          </Field>
          <Field name="hidden" label="permission.hidden" valuePropName="checked">
            <Switch />
          </Field>
          <Field name="keepAlive" hint="hint.permission.keepAlive" label="permission.keepAlive" valuePropName="checked">
            <Switch />
          </Field>
          <Field
            name="internalOrExternal"
            hint="hint.permission.external"
            label="permission.external"
            valuePropName="checked"
          >
            <Switch />
          </Field>
        </div>
      )}
    </>
  )
}
