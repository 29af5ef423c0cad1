import { PlusOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, App, Button, Dropdown, Popconfirm } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { queryClient } from '#renderer/core/query.ts'
import { isSameValue } from '#renderer/ui/crud/form-changes.calc.ts'
import { usePrintNotice } from '#renderer/ui/print/use-print-notice.ts'
import { AppError } from '#shared/core/errors.ts'
import { layoutProblem, paperBlocks, paperFields } from '#shared/features/printing/print-layout.calc.ts'
import type { BlockName, LayoutBlock, PaperKind, PrintLogo } from '#shared/features/printing/print-layout.schema.ts'
import type { StoreLayout } from '#shared/features/printing/print-layouts.contract.ts'
import { BlockRow } from './block-row.tsx'
import { LayoutPreview } from './layout-preview.tsx'
import { LAYOUTS_KEY, newBlock, type Row } from './print-layouts.ts'

interface EditorProps {
  orgCode: string
  layout: StoreLayout
  logos: readonly PrintLogo[]
}

/** The editor of one kind of paper, with a preview. */
export function LayoutEditor({ orgCode, layout, logos }: EditorProps) {
  const { t } = useText()
  const { kind, blocks: saved, isOwn } = layout
  const rows = useRows(saved)
  const blocks = rows.all.map(({ block }) => block)
  const problem = layoutProblem(kind, blocks)
  const change = useMutation({
    mutationFn: async (next: LayoutBlock[] | null) => {
      const editedBlocks = [...rows.edited]
      try {
        if (next) await client.printLayouts.edit({ body: { orgCode, kind, blocks: next, editedBlocks } })
        else await client.printLayouts.reset({ body: { orgCode, kind, editedBlocks } })
      } finally {
        // Also after a refusal, so that what somebody else has changed can be seen.
        await queryClient.invalidateQueries({ queryKey: [LAYOUTS_KEY] })
      }
      if (next) rows.saved(next)
      else rows.forget()
    },
  })
  return (
    <div className="pl-layout">
      <section aria-label={t('layout.blocks')}>
        <div className="pl-layout-tools">
          <Dropdown
            trigger={['click']}
            menu={{
              items: paperBlocks[kind].map((name) => ({ key: name, label: t(`layout.block.${name}`) })),
              onClick: ({ key }) => rows.add(newBlock(key as BlockName, paperFields[kind])),
            }}
          >
            <Button icon={<PlusOutlined aria-hidden="true" />}>{t('layout.add')}</Button>
          </Dropdown>
          <span className="pl-layout-state" role="status">
            {rows.isChanged ? t('layout.unsaved') : change.isSuccess ? t('layout.saved') : stateOf(t, layout)}
          </span>
          {isOwn && !rows.isChanged ? (
            <Popconfirm title={t('layout.resetAsk')} onConfirm={() => change.mutate(null)}>
              <Button loading={change.isPending}>{t('layout.restore')}</Button>
            </Popconfirm>
          ) : null}
          {rows.isChanged ? (
            <Button onClick={() => rows.forget()}>{t('layout.undo')}</Button>
          ) : (
            <SampleButton orgCode={orgCode} kind={kind} />
          )}
          <Button
            type="primary"
            disabled={!rows.isChanged || problem !== null}
            loading={change.isPending}
            onClick={() => change.mutate(blocks)}
          >
            {t('action.save')}
          </Button>
        </div>
        {problem ? (
          <Alert type="warning" showIcon title={textOfError(t, new AppError(problem.code, problem.details))} />
        ) : null}
        {change.error ? <Alert type="error" showIcon title={textOfError(t, change.error)} /> : null}
        <ol className="pl-layout-rows">
          {rows.all.map(({ key, block }, index) => (
            <BlockRow
              key={key}
              block={block}
              fields={paperFields[kind]}
              onChange={(next) => rows.change(index, next)}
              onMove={(by) => rows.move(index, by)}
              onRemove={() => rows.remove(index)}
              isFirst={index === 0}
              isLast={index === rows.all.length - 1}
            />
          ))}
        </ol>
      </section>
      <LayoutPreview orgCode={orgCode} kind={kind} blocks={blocks} isSound={problem === null} logos={logos} />
    </div>
  )
}

/** Prints the saved layout on the printer of this terminal. */
function SampleButton({ orgCode, kind }: { orgCode: string; kind: PaperKind }) {
  const { t } = useText()
  const { message } = App.useApp()
  const say = usePrintNotice()
  const print = useMutation({
    mutationFn: () => client.printLayouts.printSample({ body: { orgCode, kind, printId: storedPrintId() } }),
    onSuccess: say,
    onError: (error) => message.warning(textOfError(t, error)),
  })
  return (
    <Button loading={print.isPending} onClick={() => print.mutate()}>
      {t('layout.printSample')}
    </Button>
  )
}

const stateOf = (t: ReturnType<typeof useText>['t'], { isOwn, updateBy, updateTime }: StoreLayout): string =>
  isOwn ? t('layout.changedBy', { by: updateBy, time: updateTime ?? '' }) : t('layout.delivered')

/** The lines of a layout that are edited, if any, and the layout that they are a change of. */
interface Edited {
  base: readonly LayoutBlock[]
  rows: Row[]
}

/** The lines of a layout in the editor. Without changes of the user they follow the stored layout. */
function useRows(stored: readonly LayoutBlock[]) {
  const [edited, setEdited] = useState<Edited | null>(null)
  const isChanged =
    edited !== null &&
    !isSameValue(
      edited.rows.map(({ block }) => block),
      edited.base,
    )
  const own = edited && (isChanged || isSameValue(edited.base, stored)) ? edited : null
  const base = own?.base ?? stored
  const all = own?.rows ?? stored.map((block, key) => ({ key, block }))
  const set = (rows: Row[]) => setEdited({ base, rows })
  const next = (): number => Math.max(-1, ...all.map(({ key }) => key)) + 1
  return {
    all,
    isChanged,
    /** The layout that was edited. */
    edited: base,
    /** Shows the stored layout. */
    forget: () => setEdited(null),
    saved: (blocks: readonly LayoutBlock[]) => setEdited((now) => now && { ...now, base: blocks }),
    add: (block: LayoutBlock) => set([...all, { key: next(), block }]),
    change: (at: number, block: LayoutBlock) => set(all.map((row, index) => (index === at ? { ...row, block } : row))),
    remove: (at: number) => set(all.filter((_, index) => index !== at)),
    move(at: number, by: -1 | 1) {
      const [row] = all.slice(at, at + 1)
      if (!row) return
      const others = all.filter((_, index) => index !== at)
      set([...others.slice(0, at + by), row, ...others.slice(at + by)])
    },
  }
}
