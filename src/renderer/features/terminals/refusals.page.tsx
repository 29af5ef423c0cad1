import { Input, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useMay } from '#renderer/core/session.ts'
import { CrudDetail } from '#renderer/ui/crud/crud-detail.tsx'
import { CrudFormDialog } from '#renderer/ui/crud/crud-form.tsx'
import { CrudRows, useRows } from '#renderer/ui/crud/crud-rows.tsx'
import type { CrudColumn, RowAction } from '#renderer/ui/crud/crud-types.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { bodyOf, fieldsOf } from '#renderer/ui/form/fields.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { type Refusal, terminals } from '#shared/features/terminals/terminals.contract.ts'

const Field = fieldsOf(bodyOf(terminals.dismissRefusal))
const tones = { open: 'error', settled: 'success', dismissed: 'neutral' } satisfies Record<Refusal['state'], Tone>
const states = ['open', 'settled', 'dismissed'] as const

/** The request of a refused start, as text. */
const asked = ({ payload }: Refusal): string =>
  Object.entries(payload)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('; ')

/** Offline starts that the server refused. Nothing is lost: a user decides about each. */
export function RefusalsPage() {
  const { t } = useText()
  const mayDismiss = useMay('terminal:use')
  const [state, setState] = useState<Refusal['state'] | undefined>('open')
  const [shown, setShown] = useState<Refusal | null>(null)
  const [closing, setClosing] = useState<Refusal | null>(null)
  const refusals = useRows(['crud', 'refusals', state], async (page) => {
    return (await client.terminals.refusals({ query: { ...page, ...(state ? { state } : {}) } })).result
  })
  const columns: CrudColumn<Refusal>[] = [
    { name: 'createTime', title: 'refusal.time' },
    { name: 'terminalName', title: 'refusal.terminal' },
    { name: 'reason', title: 'refusal.reason', width: 320 },
    {
      name: 'state',
      title: 'refusal.state',
      onCard: true,
      render: (row) => <ToneTag tone={tones[row.state]}>{t(`refusal.state.${row.state}`)}</ToneTag>,
    },
    { name: 'remark', title: 'refusal.remark', width: 220 },
  ]
  const actionsOf = (row: Refusal): RowAction[] =>
    mayDismiss && row.state === 'open'
      ? [{ key: 'dismiss', label: t('refusal.dismiss'), act: () => setClosing(row) }]
      : []
  return (
    <div className="pl-page">
      <PageHead title={t('menu.refusals')}>
        <Select
          className="pl-filter"
          aria-label={t('refusal.state')}
          placeholder={t('refusal.state')}
          allowClear
          value={state}
          onChange={setState}
          options={states.map((value) => ({ value, label: t(`refusal.state.${value}`) }))}
        />
      </PageHead>
      <CrudRows
        key={state ?? 'all'}
        crud={refusals}
        columns={columns}
        actionsOf={actionsOf}
        onOpen={setShown}
        empty={<EmptyBlock title={t('refusal.none')} hint={t('refusal.noneHint')} />}
      />
      {shown ? (
        <CrudDetail
          row={shown}
          title={t('refusal.one')}
          columns={[...columns, { name: 'payload', title: 'refusal.asked', render: asked }]}
          actions={actionsOf(shown)}
          history={null}
          onClose={() => setShown(null)}
        />
      ) : null}
      {closing ? (
        <CrudFormDialog
          row={null}
          title={t('refusal.dismiss')}
          okText={t('refusal.dismiss')}
          form={{
            width: 480,
            fields: () => (
              <>
                <p>{closing.reason}</p>
                <Field name="remark" label="refusal.remark" extra={t('refusal.dismissHint')}>
                  <Input.TextArea rows={3} />
                </Field>
              </>
            ),
            body: ({ remark }) => ({ id: closing.id, remark }),
          }}
          onSave={async (body) => {
            const { message } = await client.terminals.dismissRefusal({ body: body as { id: string; remark: string } })
            await queryClient.invalidateQueries({ queryKey: ['crud', 'refusals'] })
            return message
          }}
          onClose={() => setClosing(null)}
        />
      ) : null}
    </div>
  )
}
