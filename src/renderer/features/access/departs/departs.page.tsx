import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { client } from '#renderer/core/client.ts'
import { isTextKey, useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import type { FieldName, Option, Values } from '#renderer/ui/crud/crud-types.ts'
import { Facts } from '#renderer/ui/display/facts.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'
import { TreePage } from '#renderer/ui/tree/tree-page.tsx'
import type { DepartAdd, DepartEdit, DepartNode } from '#shared/features/access/departs.contract.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { DepartFields } from './departs-fields.tsx'

/** A fact about a store: a field's value or a text. */
interface Fact {
  name: Extract<keyof DepartNode, string>
  title: TextKey
  text?(row: DepartNode): string
}

const add = async (values: Values, parentId: string) =>
  (await client.departs.add({ body: { ...values, parentId } as z.input<typeof DepartAdd> })).message

/** Chains and stores. */
export function DepartsPage() {
  const { t } = useText()
  const mayEdit = useMay('depart:edit')
  const mayDelete = useMay('depart:delete')
  const categories = useDict('org_category')
  const assistant = useFrame().pathOf('stores/NewStore')
  const navigate = useNavigate()
  const isPlatform = useSession(({ session }) => session?.userInfo.identity === '-1')
  const states = (['1', '0'] as const).map((value) => ({ value, label: t(value === '0' ? 'depart.off' : 'depart.on') }))
  const nameOfApp = (app: string) => {
    const key = `depart.app.${app}`
    return isTextKey(key) ? t(key) : app
  }
  const wordOf = (options: readonly Option[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value
  const facts: Fact[] = [
    { name: 'orgCode', title: 'depart.code' },
    { name: 'departNameEn', title: 'depart.nameEn' },
    { name: 'departNameAbbr', title: 'depart.abbr' },
    { name: 'orgCategory', title: 'depart.category', text: (row) => wordOf(categories, row.orgCategory) },
    { name: 'status', title: 'depart.status', text: (row) => wordOf(states, row.status) },
    { name: 'endTime', title: 'depart.endTime' },
    {
      name: 'smsCount',
      title: 'depart.smsCount',
      text: ({ smsCount }) => (smsCount < 0 ? t('depart.smsUncounted') : String(smsCount)),
    },
    { name: 'acceptsCash', title: 'depart.acceptsCash', text: (row) => t(`yesNo.${row.acceptsCash}`) },
    { name: 'apps', title: 'depart.apps', text: ({ apps }) => apps.map(nameOfApp).join(', ') },
    { name: 'queuePrefix', title: 'depart.queuePrefix' },
    { name: 'externalStoreId', title: 'depart.externalStoreId' },
    { name: 'timeZone', title: 'depart.timeZone' },
    { name: 'dayStartHour', title: 'depart.dayStartHour' },
    { name: 'mobile', title: 'depart.mobile' },
    { name: 'fax', title: 'depart.fax' },
    { name: 'address', title: 'depart.address' },
    { name: 'memo', title: 'depart.memo' },
    { name: 'createTime', title: 'crud.createTime' },
  ]
  const names: Record<string, FieldName> = {
    ...Object.fromEntries(facts.map((fact) => [fact.name, fact])),
    departName: { title: 'depart.name' },
    departOrder: { title: 'depart.order' },
    orgCategory: { title: 'depart.category', options: categories },
    status: { title: 'depart.status', options: states },
  }
  return (
    <TreePage<DepartNode>
      title="menu.departs"
      name="departs"
      sheets="departs"
      kind="/sys/sysDepart"
      names={names}
      head={assistant ? <Button onClick={() => navigate(assistant)}>{t('menu.newStore')}</Button> : null}
      load={async () => (await client.departs.queryTreeList()).result}
      form={{
        noun: 'noun.store',
        width: 720,
        fields: () => <DepartFields />,
        values: (row) => row ?? { status: '1', orgCategory: '2', acceptsCash: 'YES' },
      }}
      detail={(row) => (
        <Facts facts={facts.map(({ name, title, text }) => [t(title), text ? text(row) : String(row[name] ?? '')])} />
      )}
      calls={{
        addTop: mayEdit && isPlatform ? (values) => add(values, '') : undefined,
        addBelow: mayEdit ? (values, parent) => add(values, parent.id) : undefined,
        edit: mayEdit
          ? async (values, { id }) =>
              (await client.departs.edit({ body: { ...values, id } as z.input<typeof DepartEdit> })).message
          : undefined,
        remove: mayDelete
          ? async ({ id }, reason) => (await client.departs.delete({ query: { id }, reason })).message
          : undefined,
      }}
    />
  )
}
