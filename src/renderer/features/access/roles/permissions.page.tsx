import type { ReactNode } from 'react'
import type { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import type { Values } from '#renderer/ui/crud/crud-types.ts'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { iconOf } from '#renderer/ui/layout/menu-icons.tsx'
import { TreePage } from '#renderer/ui/tree/tree-page.tsx'
import type { PermissionAdd, PermissionEdit, PermissionNode } from '#shared/features/access/permissions.contract.ts'
import { PermissionFields } from './permissions-fields.tsx'
import { DataRules } from './permissions-rules.tsx'

const BUTTON = 2

const add = async (values: Values, parentId: string) =>
  (await client.permissions.add({ body: { ...values, parentId } as z.input<typeof PermissionAdd> })).message

/** The menus and buttons of the system and their data rules; only the platform administrator changes them. */
export function PermissionsPage() {
  const { t } = useText()
  const isPlatform = useSession(({ session }) => session?.userInfo.identity === '-1')
  const mayEdit = useMay('permission:edit') && isPlatform
  const yesNo = (flag: boolean) => t(flag ? 'yesNo.YES' : 'yesNo.NO')
  return (
    <TreePage<PermissionNode>
      title="menu.permissions"
      name="permissions"
      kind="/sys/permission"
      mayHold={({ menuType }) => menuType !== BUTTON}
      mark={({ menuType }) => (menuType === BUTTON ? <ToneTag tone="neutral">{t('permission.type.2')}</ToneTag> : null)}
      load={async () => (await client.permissions.list()).result}
      form={{
        noun: 'noun.permission',
        width: 720,
        fields: (row) => <PermissionFields row={row} />,
        values: (row) =>
          row
            ? { ...row, parentId: row.parentId ? [row.parentId] : [] }
            : { menuType: 1, permsType: '1', status: '1', route: true },
        body: ({ parentId, ...values }, row) =>
          row && Array.isArray(parentId) ? { ...values, parentId: parentId[0] ?? '' } : values,
      }}
      detail={(row) => (
        <>
          <Facts
            facts={[
              [t('permission.type'), t(`permission.type.${row.menuType}`)],
              ...(row.menuType === BUTTON
                ? ([
                    [t('permission.perms'), row.perms],
                    [t('permission.permsType'), t(`permission.permsType.${row.permsType}`)],
                    [t('permission.status'), t(`permission.status.${row.status}`)],
                  ] as [string, ReactNode][])
                : ([
                    [t('permission.url'), row.url],
                    [t('permission.component'), row.component],
                    [t('permission.icon'), row.icon === '' ? '' : iconOf('', row.icon)],
                    [t('permission.route'), yesNo(row.route)],
                    [t('permission.hidden'), yesNo(row.hidden)],
                    [t('permission.keepAlive'), yesNo(row.keepAlive)],
                    [t('permission.external'), yesNo(row.internalOrExternal)],
                  ] as [string, ReactNode][])),
              [t('permission.sortNo'), row.sortNo],
            ]}
          />
          {row.perms === '' ? null : <DataRules key={row.id} permissionId={row.id} mayEdit={mayEdit} />}
        </>
      )}
      calls={
        mayEdit
          ? {
              addTop: (values) => add(values, ''),
              addBelow: (values, parent) => add(values, parent.id),
              edit: async (values, { id }) =>
                (await client.permissions.edit({ body: { ...values, id } as z.input<typeof PermissionEdit> })).message,
              remove: async ({ id }, reason) => (await client.permissions.delete({ query: { id }, reason })).message,
            }
          : {}
      }
    />
  )
}
