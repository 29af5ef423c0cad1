import type { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import type { Values } from '#renderer/ui/crud-types.ts'
import { Facts } from '#renderer/ui/facts.tsx'
import { TreePage } from '#renderer/ui/tree-page.tsx'
import type { DepartAdd, DepartEdit, DepartNode } from '#shared/features/access/departs.contract.ts'
import { DepartFields } from './departs-fields.tsx'

const add = async (values: Values, parentId: string) =>
  (await client.departs.add({ body: { ...values, parentId } as z.input<typeof DepartAdd> })).message

/** Chains and stores. */
export function DepartsPage() {
  const { t } = useText()
  const mayEdit = useMay('depart:edit')
  const mayDelete = useMay('depart:delete')
  const isPlatform = useSession(({ session }) => session?.userInfo.identity === '-1')
  return (
    <TreePage<DepartNode>
      title="menu.departs"
      name="departs"
      load={async () => (await client.departs.queryTreeList()).result}
      form={{ width: 720, fields: () => <DepartFields />, values: (row) => row ?? { status: '1' } }}
      detail={(row) => (
        <Facts
          facts={[
            [t('depart.code'), row.orgCode],
            [t('depart.nameEn'), row.departNameEn],
            [t('depart.status'), t(row.status === '0' ? 'depart.off' : 'depart.on')],
            [t('depart.endTime'), row.endTime],
            [t('depart.smsCount'), row.smsCount],
            [t('depart.isUnline'), t(`yesNo.${row.isUnline}`)],
            [t('depart.apps'), row.apps.join(', ')],
            [t('depart.queuePrefix'), row.queuePrefix],
            [t('depart.timeZone'), row.timeZone],
            [t('depart.dayStartHour'), row.dayStartHour],
            [t('depart.mobile'), row.mobile],
            [t('depart.address'), row.address],
            [t('depart.memo'), row.memo],
            [t('crud.createTime'), row.createTime],
          ]}
        />
      )}
      calls={{
        addTop: mayEdit && isPlatform ? (values) => add(values, '') : undefined,
        addBelow: mayEdit ? (values, parent) => add(values, parent.id) : undefined,
        edit: mayEdit
          ? async (values, { id }) =>
              (await client.departs.edit({ body: { ...values, id } as z.input<typeof DepartEdit> })).message
          : undefined,
        remove: mayDelete ? async ({ id }) => (await client.departs.delete({ query: { id } })).message : undefined,
      }}
    />
  )
}
