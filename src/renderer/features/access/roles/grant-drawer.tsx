import { useQuery } from '@tanstack/react-query'
import { Alert, App, Button, Drawer, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { SearchTree } from '#renderer/ui/tree/tree.tsx'
import type { TreeModel } from '#shared/features/access/permissions.contract.ts'
import { GrantRules, type GrantRulesProps } from './grant-rules.tsx'

interface GrantDrawerProps {
  title: string
  /** The query key of the grantee. */
  name: string
  load(): Promise<{ tree: TreeModel[]; granted: string[] }>
  /** Saves the difference and resolves to a message; null where read-only. */
  save: ((granted: string[], before: string[]) => Promise<string>) | null
  /** The data rules of a page. */
  rules?(permissionId: string): Omit<GrantRulesProps, 'title'>
  /** Shown where there is nothing to grant. */
  empty?: ReactNode
  onClose(): void
}

/** The permissions of a role: a tree of menus and buttons with check boxes. */
export function GrantDrawer({ title, name, load, save, rules, empty, onClose }: GrantDrawerProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [draft, setDraft] = useState<ReadonlySet<string> | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const grants = useQuery({ queryKey: ['grants', name], queryFn: load, gcTime: 0, staleTime: 0 })
  const before = grants.data?.granted ?? []
  const checked = draft ?? new Set(before)

  const finish = async () => {
    if (!save) return
    setBusy(true)
    setFailure(null)
    try {
      void message.success(await save([...checked], before))
      await queryClient.invalidateQueries({ queryKey: ['grants', name] })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Drawer
      open
      size={520}
      title={title}
      onClose={onClose}
      footer={
        <div className="pl-crud-detail-foot">
          <Button onClick={onClose}>{t('action.close')}</Button>
          {save ? (
            <Button type="primary" loading={isBusy} disabled={draft === null} onClick={() => void finish()}>
              {t('action.save')}
            </Button>
          ) : null}
        </div>
      }
    >
      {failure ? <Alert type="warning" showIcon title={textOfError(t, failure)} /> : null}
      {grants.isPending ? <Skeleton active paragraph={{ rows: 10 }} /> : null}
      {grants.error ? <ErrorBlock error={grants.error} retry={() => void grants.refetch()} /> : null}
      {save ? null : <Alert type="info" showIcon className="pl-grant-note" title={t('role.readOnly')} />}
      {grants.data?.tree.length === 0 ? empty : null}
      {grants.data && grants.data.tree.length > 0 ? (
        <SearchTree<Named>
          nodes={grants.data.tree.map(named)}
          checked={checked}
          onCheck={save ? setDraft : undefined}
          {...(rules
            ? {
                extra: ({ key, title: page, ruleFlag }) =>
                  ruleFlag === 1 ? <GrantRules title={page} {...rules(key)} /> : null,
              }
            : {})}
        />
      ) : null}
    </Drawer>
  )
}

/** An entry with its name as the title: the API family leaves the title empty and sends the name separately. */
interface Named extends Omit<TreeModel, 'title' | 'children'> {
  title: string
  children: Named[]
}

const named = (node: TreeModel): Named => ({
  ...node,
  title: node.title || node.slotTitle || node.label,
  children: node.children.map(named),
})
