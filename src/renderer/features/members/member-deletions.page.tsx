import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { refreshList, useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import type { RowAction, RowOf } from '#renderer/ui/crud/crud-types.ts'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'

const tones = { open: 'warning', done: 'success', refused: 'neutral', withdrawn: 'neutral' } as const

/** Requests of members to be deleted, made on the member page; managers answer them here. */
export function MemberDeletionsPage() {
  const states = useDict('deletion_state')
  const answers = useAnswers()
  return (
    <CrudPage
      resource="memberDeletions"
      title="menu.memberDeletions"
      emptyHint="empty.memberDeletions"
      columns={[
        { name: 'createTime', sorter: true, onCard: true, width: 170 },
        {
          name: 'state',
          onCard: true,
          width: 110,
          options: states,
          render: (row) => <ToneTag tone={tones[row.state]}>{row.state_dictText ?? row.state}</ToneTag>,
        },
        { name: 'userId', width: 110, onCard: true },
        { name: 'reason', width: 220 },
        { name: 'answer', width: 220 },
        { name: 'answerBy', optional: true },
        { name: 'answerTime', optional: true },
      ]}
      filters={[
        <DaysFilter key="time" name="createTime" />,
        <ChoiceFilter key="state" name="state" options={states} />,
        <TextFilter key="member" name="userId" />,
      ]}
      actions={{ row: answers }}
    />
  )
}

/** The answers to an open request, each with words that the member reads. */
function useAnswers(): (row: RowOf<'memberDeletions'>) => RowAction[] {
  const { t } = useText()
  const ask = useConfirmation()
  const may = useMayCall('memberDeletions')
  return (row) => {
    if (row.state !== 'open' || !may('answer')) return []
    return (['done', 'refused'] as const).map((state) => ({
      key: state,
      label: t(`memberDeletion.answerAs.${state}`),
      act: () =>
        void ask(
          t(`memberDeletion.ask.${state}`, { member: row.userId }),
          async (answer) => {
            try {
              return (await client.memberDeletions.answer({ body: { id: row.id, state, answer } })).message
            } finally {
              await refreshList('memberDeletions')
            }
          },
          {
            hint: t('memberDeletion.hint'),
            needsReason: true,
            ok: t(`memberDeletion.answerAs.${state}`),
            isDanger: false,
          },
        ),
    }))
  }
}
