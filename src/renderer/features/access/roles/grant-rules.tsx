import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Checkbox, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { AppError } from '#shared/core/errors.ts'

export interface GrantRulesProps {
  /** The page that the data rules apply to. */
  title: string
  load(): Promise<{ datarule: { id: string; ruleName: string }[]; drChecked: string }>
  /** Saves comma-separated ids and resolves to a message; null where read-only. */
  save: ((dataRuleIds: string) => Promise<string>) | null
}

/** The data rules of one page that apply to a role, or that a store may grant. */
export function GrantRules(props: GrantRulesProps) {
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
      {isOpen ? <RulesDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function RulesDialog({ title, load, save, onClose }: GrantRulesProps & { onClose(): void }) {
  const { t } = useText()
  const { message } = App.useApp()
  const [chosen, setChosen] = useState<string[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const rules = useQuery({
    queryKey: ['grants', 'rules', title],
    queryFn: () => load().catch(orNone),
    gcTime: 0,
    staleTime: 0,
  })
  const finish = async () => {
    try {
      void message.success((await save?.((chosen ?? []).join(','))) ?? '')
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Modal
      open
      title={`${title} · ${t('role.rules')}`}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: chosen === null || save === null }}
      onOk={finish}
      onCancel={onClose}
    >
      {rules.isPending ? <Skeleton active /> : null}
      {rules.error ? <ErrorBlock error={rules.error} retry={() => void rules.refetch()} /> : null}
      {rules.data?.datarule.length === 0 ? <EmptyBlock title={t('role.noRules')} /> : null}
      <Checkbox.Group
        className="pl-crud-columns"
        disabled={save === null}
        value={chosen ?? rules.data?.drChecked.split(',').filter(Boolean) ?? []}
        options={(rules.data?.datarule ?? []).map(({ id, ruleName }) => ({ value: id, label: ruleName }))}
        onChange={setChosen}
      />
      {failure ? <Alert type="warning" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}

/** The API answers with an error where a page has no data rules. */
function orNone(error: unknown): { datarule: []; drChecked: string } {
  if (error instanceof AppError && error.code === 'permissions.noRules') return { datarule: [], drChecked: '' }
  throw error
}
