import { useQuery } from '@tanstack/react-query'
import { App, Button, Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/blocks.tsx'
import { noneFound } from './none-found.ts'

interface RoleRulesProps {
  roleId: string
  permissionId: string
  title: string
}

/** Which rules about rows bind a role on a page. */
export function RoleRules({ roleId, permissionId, title }: RoleRulesProps) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        type="link"
        size="small"
        onClick={(event) => {
          event.stopPropagation()
          setOpen(true)
        }}
      >
        {t('role.rules')}
      </Button>
      {isOpen ? (
        <RulesDialog roleId={roleId} permissionId={permissionId} title={title} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

function RulesDialog({ roleId, permissionId, title, onClose }: RoleRulesProps & { onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const [chosen, setChosen] = useState<string[] | null>(null)
  const params = { permissionId, roleId }
  const rules = useQuery({
    queryKey: ['grants', 'rules', permissionId, roleId],
    queryFn: () =>
      client.roles
        .datarule({ params })
        .then(({ result }) => result, noneFound('permissions.noRules', { datarule: [], drChecked: '' })),
    gcTime: 0,
    staleTime: 0,
  })
  const save = async () => {
    try {
      const dataRuleIds = (chosen ?? []).join(',')
      void message.success((await client.roles.saveDatarule({ body: { ...params, dataRuleIds } })).message)
      onClose()
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
  }
  return (
    <Modal
      open
      title={`${title} · ${t('role.rules')}`}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: chosen === null }}
      onOk={save}
      onCancel={onClose}
    >
      {rules.isPending ? <Skeleton active /> : null}
      {rules.error ? <ErrorBlock error={rules.error} /> : null}
      {rules.data?.datarule.length === 0 ? <EmptyBlock title={t('role.noRules')} /> : null}
      <Checkbox.Group
        className="pl-crud-columns"
        value={chosen ?? rules.data?.drChecked.split(',').filter(Boolean) ?? []}
        options={(rules.data?.datarule ?? []).map(({ id, ruleName }) => ({ value: id, label: ruleName }))}
        onChange={setChosen}
      />
    </Modal>
  )
}
