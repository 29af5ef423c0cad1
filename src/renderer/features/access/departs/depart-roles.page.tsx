import { Button, Input } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { DepartPeople } from '#renderer/features/access/departs/depart-people.tsx'
import { DepartRoleRights, StoreRights } from '#renderer/features/access/departs/depart-rights.tsx'
import { useDeparts } from '#renderer/features/access/use-departs.ts'
import { CrudBlock } from '#renderer/ui/crud/crud-block.tsx'
import { useCrud, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { useProgramState } from '#renderer/ui/crud/crud-state.ts'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { nodeOf } from '#renderer/ui/tree/tree.calc.ts'
import { DetailWaiting, TreePanel } from '#renderer/ui/tree/tree-panel.tsx'
import { type DepartRole, departRoles } from '#shared/features/access/depart-roles.contract.ts'
import '#renderer/ui/crud/crud.css'
import '#renderer/ui/tree/tree.css'

const Field = fieldsOf(bodyOf(departRoles.add))

/** The roles of one store, which apply while a user works there. */
export function DepartRolesPage() {
  const { t } = useText()
  const departs = useDeparts()
  const nodes = departs.data ?? []
  const [chosen, setChosen] = useProgramState<string | null>('tree departRoles', null)
  const depart = (chosen === null ? undefined : nodeOf(nodes, chosen)) ?? nodes[0]
  return (
    <div className="pl-page">
      <PageHead title={t('menu.departRoles')} />
      <div className="pl-beside">
        <TreePanel
          title={t('user.departs')}
          tree={departs}
          selected={depart?.key ?? null}
          onSelect={(key) => setChosen(() => key)}
        />
        {departs.isPending ? <DetailWaiting /> : null}
        {depart ? <RolesOfStore key={depart.key} departId={depart.key} title={depart.title} /> : null}
      </div>
    </div>
  )
}

function RolesOfStore({ departId, title }: { departId: string; title: string }) {
  const { t } = useText()
  const mayEdit = useMay('departrole:edit')
  const mayList = useMayCall('users')('departUserList')
  const crud = useCrud('departRoles', { deptId: departId })
  const [shown, setShown] = useState<'rights' | 'people' | null>(null)
  const [granting, setGranting] = useState<DepartRole | null>(null)
  const close = () => setShown(null)
  return (
    <section className="pl-tree-detail" aria-label={title}>
      <h2>{title}</h2>
      <CrudBlock
        crud={crud}
        title={title}
        columns={[
          { name: 'roleName', title: 'role.name', sorter: true },
          { name: 'roleCode', title: 'role.code', sorter: true },
          { name: 'description', title: 'role.description', width: 200 },
        ]}
        form={{
          noun: 'noun.storeRole',
          fields: (row) => (
            <>
              <Field name="roleCode" label="role.code" wrong="role.codeWrong">
                <Input disabled={row !== null} autoComplete="off" />
              </Field>
              <Field name="roleName" label="role.name">
                <Input autoComplete="off" />
              </Field>
              <Field name="description" label="role.description">
                <Input.TextArea rows={3} />
              </Field>
            </>
          ),
          body: ({ roleCode, ...values }, row) => (row ? values : { ...values, roleCode, departId }),
        }}
        actions={{
          row: (row) => [{ key: 'grant', label: t('role.grant'), act: () => setGranting(row) }],
          head: (
            <>
              {mayEdit ? (
                <Button title={t('depart.grantHint')} onClick={() => setShown('rights')}>
                  {t('depart.grant')}
                </Button>
              ) : null}
              {mayList ? <Button onClick={() => setShown('people')}>{t('depart.people')}</Button> : null}
            </>
          ),
        }}
      />
      {shown === 'rights' ? <StoreRights departId={departId} onClose={close} /> : null}
      {shown === 'people' ? <DepartPeople departId={departId} title={title} onClose={close} /> : null}
      {granting ? <DepartRoleRights role={granting} mayEdit={mayEdit} onClose={() => setGranting(null)} /> : null}
    </section>
  )
}
